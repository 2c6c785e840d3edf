import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sql } from '../../foundation/db/sql.ts'
import { createMovableClock } from '../../foundation/kit/clock.ts'
import {
  boundary,
  element,
  end,
  errorOf,
  escalation,
  extensions,
  flows,
  signal,
  start,
  user as userTask,
} from '../engine/process.fixture.ts'
import { Apply } from './apply.ts'
import { claimDue } from './due/due.store.ts'
import { createPerform } from './due/perform.ts'
import { caller, openTrial, quickClock, type Trial } from './execution.fixture.ts'
import type { DeliverThrown } from './execution.ts'

const call = (id: string, code: string, more = ''): string =>
  `<callActivity id="${id}">${extensions(`<chancery:call process="t.${code}"/>${more}`)}</callActivity>`

const childOf = async (trial: Trial, parent: string): Promise<string> => {
  const child = () =>
    trial.database.reader.row<{ id: string }>(sql`select id::text from process_instance where parent = ${parent}`)
  const atOnce = await child()
  if (atOnce !== undefined) return atOnce.id
  // On a busy machine, the engine may postpone the call to a step of its own.
  await trial.execution.settle()
  return (await child())!.id
}
const incidentsOf = (trial: Trial, instance: string) =>
  trial.database.reader.rows<{ kind: string; message: string }>(
    sql`select kind, message from process_incident where instance = ${instance} and state = 'open'`,
  )

describe('a call activity', () => {
  it('gives local times to a called process in the time zone of the installation', async () => {
    await using trial = await openTrial({ calendars: { timeZone: 'Europe/Berlin' } })
    const due = extensions('<chancery:variable name="due" type="datetime"/>')
    await trial.publish('called', [due, start(), userTask('a'), end(), flows('s > a > e')])
    const local = '@&quot;2026-05-01T10:00:00&quot;'
    const version = await trial.publish('calling', [
      start(),
      call('c', 'called', `<chancery:input name="due" value="${local}"/>`),
      end(),
      flows('s > c > e'),
    ])
    const { context } = await trial.instance(await childOf(trial, await trial.start(version)))
    assert.equal(new Date(String(context.due)).toISOString(), '2026-05-01T08:00:00.000Z')
  })

  it('takes the escalation of a called process before its end, whichever row is processed first', async () => {
    await using trial = await openTrial()
    const { database } = trial
    await trial.publish('escalating', [
      start(),
      userTask('a'),
      element('endEvent', 'e', escalation),
      flows('s > a > e'),
    ])
    const version = await trial.publish('calling', [
      start(),
      call('c', 'escalating'),
      boundary('b', 'c', escalation, false),
      userTask('warned'),
      end(),
      end('e2'),
      flows('s > c > e', 'b > warned > e2'),
    ])
    const id = await trial.start(version)
    const child = await childOf(trial, id)
    // As after a crash, the node leaves the rows of the next commit to others.
    await trial.stop()
    await trial.complete(child, 'a')
    await database.single.rows(sql`update process_wait set due_at = platform_now() where kind = 'stimulus'`)
    const rows = await claimDue(database.single, 10)
    const typeOf = ({ details }: { details: unknown }) => JSON.parse(String(details)).stimulus.type
    assert.deepEqual(rows.map(typeOf).sort(), ['complete', 'escalate'])
    const { apply } = new Apply(trial.deps, () => {})
    const { execution } = trial
    const perform = createPerform({
      ...{ database, apply, deliverThrown: async () => {}, enqueue: execution.enqueue, dueHandlers: [] },
    })
    for (const row of rows.toSorted((one, other) => (typeOf(one) < typeOf(other) ? -1 : 1))) await perform(row)
    assert.deepEqual(
      (await trial.waits(id)).map((wait) => wait.element),
      ['warned'],
    )
  })

  it('learns of the end of a called process after what the process sent in an earlier commit', async () => {
    await using trial = await openTrial({ clock: quickClock() })
    const { database, execution, deps } = trial
    const send = element('intermediateThrowEvent', 't', signal)
    await trial.publish('sending', [start(), send, userTask('a'), end(), flows('s > t > a > e')])
    const version = await trial.publish('calling', [start(), call('c', 'sending'), end(), flows('s > c > e')])
    // As after a crash, the node leaves its rows to others.
    await trial.stop()
    const id = await trial.start(version)
    await trial.complete(await childOf(trial, id), 'a')
    await database.single.rows(
      sql`update process_wait set due_at = platform_now() where kind in ('stimulus', 'thrown')`,
    )
    const { apply } = new Apply(deps, () => {})
    const seen: unknown[] = []
    const deliverThrown: DeliverThrown = async (tx, { name }) => {
      const waits = await tx.rows<{ element: string }>(sql`select element from process_wait where instance = ${id}`)
      seen.push([name, waits.map((wait) => wait.element).includes('c')])
    }
    const perform = createPerform({ database, apply, deliverThrown, enqueue: execution.enqueue, dueHandlers: [] })
    const rows = await claimDue(database.single, 10)
    assert.deepEqual(rows.map(({ kind }) => kind).sort(), ['stimulus', 'thrown'])
    for (const row of rows.toSorted((one, other) => (one.kind < other.kind ? -1 : 1))) await perform(row)
    assert.deepEqual([seen, (await trial.instance(id)).state], [[['closed', true]], 'done'])
  })

  it('runs a process that ends at once in the statement of its caller, with inputs and outputs', async () => {
    await using trial = await openTrial({ clock: quickClock() })
    await trial.publish('double', [
      extensions(
        '<chancery:variable name="n" type="decimal" direction="input"/><chancery:variable name="r" type="decimal" direction="output"/>',
      ),
      start(),
      `<task id="a">${extensions('<chancery:output name="r" value="n * 2"/>')}</task>`,
      end(),
      flows('s > a > e'),
    ])
    const version = await trial.publish('parent', [
      start(),
      call('c', 'double', '<chancery:input name="n" value="amount"/><chancery:output name="total" value="r"/>'),
      end(),
      flows('s > c > e'),
    ])
    trial.statements.count = 0
    const id = await trial.start(version, { context: { amount: 21 } })
    assert.equal(trial.statements.count, 1)
    const instance = await trial.instance(id)
    assert.deepEqual([instance.state, instance.context], ['done', { amount: 21, total: '42' }])
  })

  it('is a row of the history also when it was postponed because the advance took long', async () => {
    await using trial = await openTrial()
    await trial.publish('waiting', [start(), userTask('a'), end(), flows('s > a > e')])
    const many =
      '<multiInstanceLoopCharacteristics><loopCardinality>600</loopCardinality></multiInstanceLoopCharacteristics>'
    const version = await trial.publish('calling', [
      start(),
      call('c', 'waiting').replace('</callActivity>', `${many}</callActivity>`),
      end(),
      flows('s > c > e'),
    ])
    const id = await trial.start(version)
    await trial.execution.settle()
    const { rev } = await trial.instance(id)
    const rows = await trial.database.reader.rows<{ rev: string; type: string }>(
      sql`select rev::text, stimulus ->> 'type' as type from process_history where instance = ${id} order by process_history.rev`,
    )
    assert.ok(rows.some(({ type }) => type === 'call'))
    assert.deepEqual(
      rows.map((row) => row.rev),
      Array.from({ length: Number(rev) }, (_, index) => String(index + 1)),
    )
  })

  it('continues once when the called instance ends later', async () => {
    await using trial = await openTrial()
    await trial.publish('child', [start(), userTask('a'), end(), flows('s > a > e')])
    const version = await trial.publish('parent', [
      start(),
      call('c', 'child'),
      userTask('b'),
      end(),
      flows('s > c > b > e'),
    ])
    const id = await trial.start(version)
    const child = await childOf(trial, id)
    assert.equal(await trial.complete(child, 'a', { answer: 1 }), 'advanced')
    await trial.execution.settle()
    assert.deepEqual(
      (await trial.waits()).map(({ element, kind }) => [element, kind]),
      [['b', 'task']],
    )
    assert.deepEqual((await trial.instance(id)).context, { answer: 1 })
  })

  it('is interrupted with its caller, and throws SYSTEM.INTERRUPTED when it is interrupted itself', async () => {
    await using trial = await openTrial()
    await trial.publish('child', [start(), userTask('a'), end(), flows('s > a > e')])
    const version = await trial.publish('parent', [start(), call('c', 'child'), end(), flows('s > c > e')])
    const [first, second] = [await trial.start(version), await trial.start(version)]
    const [one, two] = [await childOf(trial, first), await childOf(trial, second)]
    const interrupt = (instance: string) =>
      trial.execution.deliver({ instance, caller, stimulus: { type: 'interrupt', reason: 'stop' } })
    await interrupt(first)
    await interrupt(two)
    await trial.execution.settle()
    assert.deepEqual([(await trial.instance(first)).state, (await trial.instance(one)).state], ['cancel', 'cancel'])
    assert.deepEqual((await trial.instance(one)).outcome, { comment: 'stop' })
    assert.equal((await trial.instance(second)).state, 'error')
    const [incident] = await incidentsOf(trial, second)
    assert.equal(incident?.kind, 'UNHANDLED_ERROR')
    assert.match(incident!.message, /SYSTEM\.INTERRUPTED/)
    assert.deepEqual(await trial.waits(), [])
  })

  it('passes a BPMN error of the called instance to a boundary event', async () => {
    await using trial = await openTrial()
    await trial.publish('child', [
      start(),
      userTask('a'),
      '<endEvent id="e"><errorEventDefinition errorRef="E1"/></endEvent>',
      flows('s > a > e'),
    ])
    const version = await trial.publish('parent', [
      start(),
      call('c', 'child'),
      boundary('b', 'c', errorOf('E1')),
      userTask('caught'),
      end(),
      end('e2'),
      flows('s > c > e', 'b > caught > e2'),
    ])
    const id = await trial.start(version)
    await trial.complete(await childOf(trial, id), 'a')
    await trial.execution.settle()
    assert.deepEqual(
      (await trial.waits()).map(({ element }) => element),
      ['caught'],
    )
  })

  it('of a process that does not exist opens an incident, which can be retried', async () => {
    await using trial = await openTrial()
    const version = await trial.publish('parent', [start(), call('c', 'later'), end(), flows('s > c > e')])
    const id = await trial.start(version)
    await trial.execution.settle()
    assert.deepEqual(await incidentsOf(trial, id), [
      { kind: 'CALLED_ELEMENT_ERROR', message: 'the process "t.later" does not exist' },
    ])
    await trial.publish('later', [start(), end(), flows('s > e')])
    const row = await trial.database.reader.row<{ id: string }>(sql`select id::text from process_incident`)
    await trial.execution.deliver({ instance: id, caller, stimulus: { type: 'retry', incident: row!.id } })
    await trial.execution.settle()
    assert.equal((await trial.instance(id)).state, 'done')
    assert.deepEqual(await incidentsOf(trial, id), [])
  })

  it('that was postponed begins right after the commit, also on a node that is still busy', async () => {
    let [isSlow, passedMs] = [true, 0]
    const clock = createMovableClock()
    const monotonicMs = (): number => {
      if (isSlow) passedMs += 100
      return clock.monotonicMs() + passedMs
    }
    await using trial = await openTrial({ clock: { ...clock, monotonicMs } })
    await trial.publish('child', [start(), userTask('a'), end(), flows('s > a > e')])
    const version = await trial.publish('parent', [start(), call('c', 'child'), end(), flows('s > c > e')])
    const id = await trial.start(version)
    await trial.execution.settle()
    isSlow = false
    await trial.complete(await childOf(trial, id), 'a')
    await trial.execution.settle()
    assert.equal((await trial.instance(id)).state, 'done')
  })

  it('that was postponed begins once, although its row is taken again before it has begun, and once more after it', async () => {
    let isSlow = true
    const clock = createMovableClock()
    const monotonicMs = (): number => clock.monotonicMs() + (isSlow ? performance.now() * 1_000 : 0)
    await using trial = await openTrial({ clock: { ...clock, monotonicMs } })
    const { database } = trial
    await trial.publish('child', [start(), userTask('a'), end(), flows('s > a > e')])
    const version = await trial.publish('parent', [start(), call('c', 'child'), end(), flows('s > c > e')])
    await trial.stop()
    const id = await trial.start(version)
    await trial.execution.settle()
    isSlow = false
    const take = async () => {
      await database.single.rows(sql`update process_wait set due_at = platform_now() - interval '1 s'`)
      const [row] = await claimDue(database.single, 1)
      return row!
    }
    const { apply } = new Apply(trial.deps, () => {})
    const perform = createPerform({
      database,
      apply,
      deliverThrown: async () => {},
      enqueue: async () => {},
      dueHandlers: [],
    })
    const rows = [await take(), await take()]
    assert.deepEqual(
      rows.map(({ kind }) => kind),
      ['child', 'child'],
    )
    await Promise.all(rows.map(perform))
    await perform(rows[0]!)
    const history = await database.reader.rows(sql`
      select count(*)::int as n from process_history where instance = ${await childOf(trial, id)}`)
    assert.deepEqual(history, [{ n: 1 }])
    assert.equal((await trial.instance(id)).rev, '2')
    assert.equal((await trial.waits(id)).length, 1)
  })

  it('stops with an incident that names the required, unknown and wrong variables', async () => {
    await using trial = await openTrial()
    await trial.publish('strict', [
      extensions(
        '<chancery:variable name="customer" type="string" required="true"/><chancery:variable name="amount" type="decimal" required="true"/><chancery:variable name="date" type="date"/>',
      ),
      start(),
      userTask('t'),
      end(),
      flows('s > t > e'),
    ])
    const inputs =
      '<chancery:input name="amount" value="sum"/><chancery:input name="custmer" value="who"/><chancery:input name="date" value="&quot;soon&quot;"/>'
    const version = await trial.publish('parent', [start(), call('c', 'strict', inputs), end(), flows('s > c > e')])
    const id = await trial.start(version, { context: { sum: null, who: 'Petrov' } })
    await trial.execution.settle()
    const [incident] = await incidentsOf(trial, id)
    assert.equal(incident?.kind, 'CALLED_ELEMENT_ERROR')
    assert.match(incident.message, /^the process "t\.strict" cannot be started: /)
    for (const part of [
      /no variable "custmer"; did you mean "customer"\?/,
      /"customer" is required/,
      /"amount" is required/,
      /"date"/,
    ])
      assert.match(incident.message, part)
    assert.deepEqual(await trial.waits(), [])
  })

  it('gives the called process values of the declared types', async () => {
    await using trial = await openTrial()
    await trial.publish('typed', [
      extensions('<chancery:variable name="amount" type="decimal" required="true"/>'),
      start(),
      userTask('t'),
      end(),
      flows('s > t > e'),
    ])
    const input = '<chancery:input name="amount" value="sum"/>'
    const version = await trial.publish('parent', [start(), call('c', 'typed', input), end(), flows('s > c > e')])
    const id = await trial.start(version, { context: { sum: 21 } })
    await trial.execution.settle()
    assert.deepEqual((await trial.instance(await childOf(trial, id))).context, { amount: '21' })
  })

  it('returns only declared variables that have a value, so that the others do not clear those of the caller', async () => {
    await using trial = await openTrial()
    await trial.publish('silent', [
      extensions(
        '<chancery:variable name="amount" type="integer"/><chancery:variable name="note"/><chancery:variable name="tags" array="true"/>',
      ),
      start(),
      userTask('t'),
      end(),
      flows('s > t > e'),
    ])
    const version = await trial.publish('parent', [
      start(),
      call('c', 'silent'),
      userTask('u'),
      end(),
      flows('s > c > u > e'),
    ])
    const context = { amount: 1, note: 'kept', tags: ['kept'] }
    const id = await trial.start(version, { context })
    await trial.execution.settle()
    const child = await childOf(trial, id)
    await trial.complete(child, 't', { amount: 5, working: true })
    await trial.execution.settle()
    assert.deepEqual((await trial.instance(id)).context, { ...context, amount: 5 })
  })

  it('shows its output mappings the variables that were not set as null, not those of the caller', async () => {
    await using trial = await openTrial()
    await trial.publish('silent', [extensions('<chancery:variable name="note"/>'), start(), end(), flows('s > e')])
    const output = '<chancery:output name="found" value="note = null"/>'
    const version = await trial.publish('parent', [start(), call('c', 'silent', output), end(), flows('s > c > e')])
    const id = await trial.start(version, { context: { note: 'mine' } })
    await trial.execution.settle()
    assert.deepEqual((await trial.instance(id)).context, { note: 'mine', found: true })
  })

  it('that calls itself endlessly stops with incidents', { timeout: 60_000 }, async () => {
    await using trial = await openTrial()
    const once = await trial.publish('once', [start(), call('c', 'once'), end(), flows('s > c > e')])
    await trial.start(once)
    await trial.execution.settle()
    const twice = await trial.publish('twice', [
      start(),
      call('c', 'twice'),
      call('d', 'twice'),
      end(),
      flows('s > c > e', 's > d > e'),
    ])
    await trial.start(twice)
    await trial.execution.settle()
    const rows = await trial.database.reader.rows<{ message: string }>(
      sql`select distinct message from process_incident`,
    )
    assert.deepEqual(rows.map(({ message }) => message).sort(), [
      'a process that calls itself has led to 1000 instances',
      'processes call each other more than 50 levels deep',
    ])
  })
})
