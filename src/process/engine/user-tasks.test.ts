import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  boundary,
  element,
  end,
  errorOf,
  flows,
  gateway,
  Play,
  service,
  start,
  sub,
  timer,
  user,
} from './process.fixture.ts'

describe('tasks', () => {
  it('a second completion of a task finds no wait and changes nothing', async () => {
    const play = await Play.of([start(), user('a'), user('b'), flows('s > a > b')])
    const wait = play.wait('a')
    play.do('a', { answer: 1 })
    const state = play.state
    const { outcome, effects } = play.send({ type: 'complete', wait, variables: { answer: 2 } })
    assert.deepEqual([outcome, effects, play.state], ['notWaiting', [], state])
  })

  it('a task carries its performers, subject, due date and exits', async () => {
    const task =
      '<chancery:task subject="&quot;Check &quot; + number" due="P2D"/><chancery:exit code="ok" name="Accept"/><chancery:exit code="no" required="reason"/>'
    const play = await Play.of([start(), user('a', '', task), end(), flows('s > a > e')], { number: 7 })
    const { performers, settings } = play.opened('a')
    assert.deepEqual(performers, [{ type: 'initiator', value: null }])
    assert.deepEqual(settings, {
      type: 'task',
      subject: 'Check 7',
      due: 'P2D',
      exits: [
        { code: 'ok', name: 'Accept', required: [] },
        { code: 'no', name: 'no', required: ['reason'] },
      ],
    })
  })

  it('input mappings give the input of the work, and only output mappings are written', async () => {
    const maps = '<chancery:input name="id" value="order.id"/><chancery:output name="total" value="sum * 2"/>'
    const play = await Play.of([start(), service('a', '', maps), end(), flows('s > a > e')], { order: { id: 5 } })
    assert.deepEqual(play.opened('a').input, { id: 5 })
    play.do('a', { sum: 4, other: 1 })
    assert.deepEqual(play.variables, { order: { id: 5 }, total: 8 })
  })

  it('a failed output mapping stops the task with an incident, and a retry uses the same result', async () => {
    const play = await Play.of([
      start(),
      service('a', '', '<chancery:output name="total" value="sum * rate.value"/>'),
      user('b'),
      flows('s > a > b'),
    ])
    play.do('a', { sum: 4 })
    assert.deepEqual(play.incidents, ['IO_MAPPING_ERROR a'])
    play.send({ type: 'setVariables', variables: { rate: { value: 3 } } })
    play.send({ type: 'retry', incident: play.incident })
    assert.deepEqual([play.waiting, play.variables.total], ['b', 12])
  })

  it('a result is written once, even if the flows that leave the activity stop with an incident', async () => {
    const maps = '<chancery:output name="total" value="sum * 2"/>'
    const elements = [start(), service('a', '', maps), user('b'), end(), flows('s > a', 'a > b [total = 10]', 'b > e')]
    const play = await Play.of(elements)
    play.do('a', { sum: 4 })
    assert.deepEqual([play.variables.total, play.incidents], [8, ['CONDITION_ERROR a']])
    play.send({ type: 'setVariables', variables: { total: 10 } })
    play.send({ type: 'retry', incident: play.incident })
    assert.deepEqual([play.variables.total, play.waiting], [10, 'b'])
    const skipped = await Play.of(elements)
    skipped.do('a', { sum: 4 })
    skipped.send({ type: 'skip', incident: skipped.incident, variables: { sum: 5 } })
    assert.deepEqual([skipped.variables.total, skipped.waiting], [10, 'b'])
  })

  it('a failed job is repeated later; after the last attempt it opens an incident, and boundary timers stay active', async () => {
    const play = await Play.of([
      start(),
      service('a'),
      boundary('t', 'a', timer('PT1H')),
      user('late'),
      end(),
      flows('s > a > e', 't > late'),
    ])
    const first = play.wait('a')
    play.send({ type: 'fail', wait: first, message: 'timeout' })
    assert.deepEqual([play.opened('a').attempt, play.opened('a').due], [2, '2026-03-02T09:01:00.000Z'])
    assert.equal(
      play.send({ type: 'complete', wait: first, attempt: 1 }).outcome,
      'notWaiting',
      'the result of an old attempt is dropped',
    )
    assert.equal(play.wait('a'), first, 'all attempts have one wait')
    play.send({ type: 'fail', wait: first, attempt: 2, message: 'timeout' })
    assert.deepEqual([play.incidents, play.waiting], [['JOB_NO_RETRIES a'], 't'])
    play.send({ type: 'retry', incident: play.incident })
    assert.deepEqual([play.incidents, play.waiting, play.opened('a').attempt], [[], 'a t', 1])
    play.do('t')
    assert.equal(play.waiting, 'late')
  })

  it('a boundary event for SYSTEM.FAILED catches the final failure of a job; one for every BPMN error does not', async () => {
    const final = async (code?: 'FAILED'): Promise<Play> => {
      const play = await Play.of([
        start(),
        service('a'),
        boundary('b', 'a', errorOf(code)),
        user('c'),
        end(),
        flows('s > a > e', 'b > c'),
      ])
      play.send({ type: 'fail', wait: play.wait('a'), message: 'no', isFinal: true })
      return play
    }
    assert.equal((await final('FAILED')).waiting, 'c')
    assert.deepEqual((await final()).incidents, ['JOB_NO_RETRIES a'])
  })

  it('only the work of an activity can fail, not its boundary timer', async () => {
    const play = await Play.of([
      start(),
      service('a'),
      boundary('t', 'a', timer('PT1H')),
      end(),
      flows('s > a > e', 't > e'),
    ])
    assert.equal(play.send({ type: 'fail', wait: play.wait('t'), message: 'no' }).outcome, 'notWaiting')
    assert.equal(play.waiting, 'a t')
  })

  it('skipping an incident leaves the element as if it had been completed', async () => {
    const play = await Play.of([start(), service('a'), user('b'), flows('s > a > b')])
    play.send({ type: 'fail', wait: play.wait('a'), message: 'no', isFinal: true })
    play.send({ type: 'skip', incident: play.incident, variables: { byHand: true } })
    assert.deepEqual([play.incidents, play.waiting, play.variables.byHand], [[], 'b', true])
  })

  it('an interruption cancels all waits and is final', async () => {
    const play = await Play.of([
      start(),
      sub('p1', [start('s1'), user('a'), flows('s1 > a')]),
      boundary('t', 'p1', timer('PT1H')),
      end(),
      flows('s > p1 > e', 't > e'),
    ])
    play.send({ type: 'interrupt', reason: 'a mistake' })
    assert.deepEqual([play.status, play.tokens, play.waiting], ['interrupted', '', ''])
    assert.equal(play.send({ type: 'interrupt', reason: 'again' }).outcome, 'notRunning')
  })

  it('asyncBefore stops the token until a job continues it', async () => {
    const play = await Play.of([start(), user('a', '', '', 'chancery:asyncBefore="true"'), end(), flows('s > a > e')])
    assert.equal(play.opened('a').kind, 'continuation')
    play.do('a')
    assert.equal(play.opened('a').kind, 'task')
    assert.equal(play.do('a').status, 'completed')
  })
})

describe('limits', () => {
  const circle = [start(), gateway('exclusive', 'm'), element('task', 'a'), flows('s > m > a > m')]
  it('an advance stops after its maximum number of elements and continues later', async () => {
    const play = await Play.of(circle, {}, { maxVisits: 10, maxVisitsWithoutStimulus: 35 })
    assert.ok(play.effects.some(({ type }) => type === 'continuationRequested'))
    assert.deepEqual(play.incidents, [])
    for (let count = 0; count < 3; count++) assert.equal(play.send({ type: 'continue' }).outcome, 'advanced')
    assert.deepEqual(
      play.effects.flatMap((effect) => (effect.type === 'incidentOpened' ? [effect.kind] : [])),
      ['LOOP_LIMIT'],
    )
    assert.equal(play.send({ type: 'continue' }).outcome, 'notWaiting')
  })
})
