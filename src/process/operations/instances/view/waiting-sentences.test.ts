import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  address,
  boundary,
  element,
  end,
  extensions,
  flows,
  gateway,
  message,
  Play,
  service,
  signal,
  start,
  sub,
  timer,
  user,
} from '../../../engine/process.fixture.ts'
import { activeElements } from './active-elements.ts'
import type { IncidentRow, TaskRow, WaitRow } from './instance-view.store.ts'
import { momentText } from './moment-text.ts'
import { taskSentence } from './task-sentence.ts'
import type { Waiting } from './waiting-sentences.ts'

const now = new Date('2026-03-02T09:00:00Z')
const petrova = 'b1d7f0aa-0000-4000-8000-000000000001'

const aTask: TaskRow = {
  id: '',
  element: 'check',
  type: 'approval',
  subject: 'Check',
  state: 'new',
  assignee: petrova,
  candidates: null,
  dueAt: '2026-03-06T18:00:00Z',
  priority: 0,
  createdAt: '2026-03-02T09:00:00Z',
  claimedAt: null,
  endedAt: null,
  outcome: null,
}

/** Returns the reasons why the tokens of an instance wait, by element, from the rows of its waits. */
function whyOf(play: Play, tasks: Readonly<Record<string, Partial<TaskRow>>> = {}, more: Partial<Waiting> = {}) {
  const { variables: _, ...execution } = play.state!
  const opened = play.effects.filter((effect) => effect.type === 'waitOpened')
  const waits = opened.map(
    (effect): WaitRow => ({
      id: effect.wait,
      element: effect.element,
      kind: effect.kind,
      dueAt: effect.due ?? null,
      name: effect.message?.name ?? effect.signal ?? null,
      key: effect.message?.key === undefined ? null : String(effect.message.key),
      details: { attempt: effect.attempt },
      openedAt: now.toISOString(),
    }),
  )
  const rows = opened.flatMap(({ kind, wait, element }) =>
    kind === 'task' ? [{ ...aTask, id: wait, element, ...tasks[element] }] : [],
  )
  const incidents = play.effects.flatMap((effect): IncidentRow[] =>
    effect.type === 'incidentOpened'
      ? [{ ...effect, id: effect.incident, state: 'open', openedAt: '', endedAt: null }]
      : [],
  )
  const waiting: Waiting = {
    program: play.loaded.program,
    execution,
    waits: new Map(waits.map((row) => [row.id, row])),
    tasks: new Map(rows.map((row) => [row.id, row])),
    incidents: new Map(incidents.map((row) => [row.id, row])),
    restorePoints: new Map(),
    children: new Map(),
    names: new Map([[petrova, 'Petrova']]),
    taskTimers: [],
    now,
    ...more,
  }
  return Object.fromEntries(
    activeElements(waiting).map(({ element, why, tokens }) => [
      element,
      tokens > 1 ? [tokens, ...why] : why.join(' | '),
    ]),
  )
}

describe('the reason why an instance waits', () => {
  it('names the performer of a task, its due date and its escalation', async () => {
    const play = await Play.of([
      start(),
      user('check'),
      boundary('late', 'check', timer('P4D'), false),
      boundary('stop', 'check', timer('P9D')),
      user('remind'),
      end(),
      flows('s > check > e', 'late > remind > e', 'stop > e'),
    ])
    assert.deepEqual(whyOf(play), {
      check:
        'waits for: approval by Petrova, due Friday 18:00; "late" follows as well Friday 09:00; "stop" takes over 11 March 2026 09:00',
    })
  })

  it('names the first candidates of a task, and says since when the task is overdue', () => {
    const told = { program: { nodes: [] } as never, names: new Map([['g', 'Lawyers']]), now }
    const queue = { ...aTask, assignee: null, candidates: ['g', 'x', 'y', 'z'], type: 'task', dueAt: null }
    assert.equal(taskSentence(queue, told), 'waits for: "Check" by one of Lawyers, x, y and 1 more')
    const late = { ...aTask, assignee: 'g', dueAt: '2026-02-27T18:00:00Z' }
    assert.equal(taskSentence(late, told), 'waits for: approval by Lawyers, overdue since Friday 18:00')
  })

  it('says to whom a task escalates, and when', () => {
    const sidorov = 'b1d7f0aa-0000-4000-8000-000000000002'
    const rowOf = (details: WaitRow['details'], dueAt = aTask.dueAt): WaitRow => {
      return { id: '', element: 'check', kind: 'taskTimer', dueAt, name: null, key: aTask.id, details, openedAt: '' }
    }
    const told = {
      program: { nodes: [] } as never,
      names: new Map([
        [petrova, 'Petrova'],
        [sidorov, 'Sidorov'],
      ]),
      now,
    }
    const taskTimers = [
      rowOf({ action: 'remind' }, '2026-03-05T09:00:00Z'),
      rowOf({ action: 'reassign', performer: { type: 'user', value: sidorov } }),
      rowOf({ action: 'add', performer: { type: 'group', value: 'docs.heads' } }, '2026-03-20T09:00:00Z'),
    ]
    assert.equal(
      taskSentence(aTask, { ...told, taskTimers }),
      'waits for: approval by Petrova, due Friday 18:00; escalates to Sidorov then; escalates to the group docs.heads 20 March 2026 09:00',
    )
  })

  it('names the time of a timer, the message with its key, the signal and the answer of another system', async () => {
    const catching = (id: string, inside: string) =>
      `<intermediateCatchEvent id="${id}">${inside}</intermediateCatchEvent>`
    const play = await Play.of([
      start(),
      gateway('parallel', 'split'),
      catching('pause', timer('PT3H')),
      catching('paid', message),
      catching('closed', signal),
      element('serviceTask', 'call', extensions(`<chancery:action type="http" attempts="2"/>${address}`)),
      service('ask'),
      end(),
      flows('s > split', 'split > pause > e', 'split > paid > e', 'split > closed > e'),
      flows('split > call > e', 'split > ask > e'),
    ])
    assert.deepEqual(whyOf(play), {
      pause: 'waits until Monday 12:00',
      paid: 'waits for the message "paid"',
      closed: 'waits for the signal "closed"',
      call: 'its work is due now',
      ask: 'waits for the answer of another system',
    })
    play.send({ type: 'fail', wait: play.wait('call'), message: 'no answer' })
    assert.equal(whyOf(play).call, 'attempt 1 failed: no answer; attempt 2 begins Monday 09:01')
    play.send({ type: 'fail', wait: play.wait('ask'), message: 'the other system answered with 500' })
    const failed = 'attempt 1 failed: the other system answered with 500'
    assert.equal(whyOf(play).ask, `${failed}; attempt 2 begins Monday 09:01`)
    const later = { now: new Date('2026-03-02T09:02:00Z') }
    assert.equal(whyOf(play, {}, later).ask, `waits for the answer of another system to attempt 2; ${failed}`)
    assert.equal(whyOf(play, {}, later).call, 'attempt 2 is due now; attempt 1 failed: no answer')
    play.send({ type: 'fail', wait: play.wait('call'), message: 'no answer' })
    assert.equal(whyOf(play).call, 'stopped by an incident: no answer')
  })

  it('names the branches that a join still waits for', async () => {
    const play = await Play.of([
      start(),
      gateway('parallel', 'split'),
      user('a'),
      user('b'),
      gateway('parallel', 'all'),
      end(),
      flows('s > split', 'split > a > all', 'split > b > all', 'all > e'),
    ])
    play.do('a')
    const { all, ...others } = whyOf(play, { b: { dueAt: null } })
    assert.equal(all, 'waits for the branches that come from "b"')
    assert.deepEqual(others, { b: 'waits for: approval by Petrova' })
  })

  it('refers to the content of a sub-process, counts the iterations of a loop, and combines equal reasons', async () => {
    const loop =
      '<multiInstanceLoopCharacteristics><loopCardinality>3</loopCardinality></multiInstanceLoopCharacteristics>'
    const play = await Play.of([
      start(),
      sub('part', [start('s2'), user('many', loop), end('e2'), flows('s2 > many > e2')]),
      end(),
      flows('s > part > e'),
    ])
    const why = whyOf(play, { many: { dueAt: null } })
    assert.equal(why.part, 'waits for the end of what is inside')
    assert.deepEqual(why.many, [4, 'waits for its repetitions: 0 of 3 completed', 'waits for: approval by Petrova'])
  })
})

it('a moment is shown as a weekday within six days and as a date otherwise, in the time zone of the process', () => {
  const near = new Date('2026-03-06T18:00:00Z')
  assert.equal(momentText(near, now), 'Friday 18:00')
  assert.equal(momentText(near, now, 'Europe/Moscow'), 'Friday 21:00')
  assert.equal(momentText(near, now, 'Nowhere/Nothing'), 'Friday 18:00')
  assert.equal(momentText(new Date('2026-11-27T18:00:00Z'), now), '27 November 2026 18:00')
})
