import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sql } from '../../foundation/db/sql.ts'
import { end, extensions, flows, start, user as userTask } from '../engine/process.fixture.ts'
import { Apply } from './apply.ts'
import type { ExecutionDeps } from './deps.ts'
import { caller, openTrial, type Trial, user } from './execution.fixture.ts'
import { commitRows } from './rows/commit.store.ts'
import type { Rows } from './rows/rows.ts'
import type { Work } from './work.ts'

const many = (count: number): string =>
  userTask(
    't',
    `<multiInstanceLoopCharacteristics><loopCardinality>${count}</loopCardinality></multiInstanceLoopCharacteristics>`,
  )
const countOf = async (
  trial: Trial,
  table: 'process_history' | 'process_wait' | 'process_instance',
): Promise<number> => {
  const rows = {
    process_history: sql`process_history`,
    process_wait: sql`process_wait`,
    process_instance: sql`process_instance`,
  }
  return (await trial.database.reader.row<{ n: number }>(sql`select count(*)::int as n from ${rows[table]}`))!.n
}
const empty: Omit<Rows, 'owner' | 'changed'> = {
  started: [],
  called: [],
  closed: [],
  opened: [],
  tasks: [],
  endedTasks: [],
  points: [],
  endedPoints: [],
  incidents: [],
  endedIncidents: [],
  history: [],
  origins: [],
  jobs: [],
  facts: [],
}

describe('the statement of an advance', () => {
  it('writes nothing when another node has advanced the instance, while other advances of the batch are written', async () => {
    await using trial = await openTrial()
    const version = await trial.publish('p', [start(), userTask('a'), end(), flows('s > a > e')])
    const [lost, won] = [await trial.start(version), await trial.start(version)]
    const at = new Date().toISOString()
    const place = { template: version.template, version: 1, at }
    const rows = (id: string, before: number): Rows => ({
      ...empty,
      owner: id,
      changed: [
        { id, before, rev: before + 1, ...place, state: 'wait', name: 'changed', context: {}, execution: {}, by: user },
      ],
      opened: [{ instance: id, id, element: 'x', kind: 'timer', ...place }],
      history: [{ instance: id, rev: 9, ...place, by: user, stimulus: {}, events: [] } as { instance: string }],
    })
    const ids = await commitRows(trial.database.single, [rows(lost, 7), rows(won, 1)])
    assert.deepEqual([...ids], [won])
    assert.deepEqual([(await trial.instance(lost)).name, (await trial.instance(won)).name], ['p', 'changed'])
    assert.deepEqual(
      (await trial.waits(lost)).map(({ element }) => element),
      ['a'],
    )
    assert.equal(await countOf(trial, 'process_history'), 3)
  })

  it('succeeds although another advance of the batch cannot be stored', async () => {
    await using trial = await openTrial()
    const version = await trial.publish('p', [start(), userTask('a'), userTask('b'), end(), flows('s > a > b > e')])
    const ids = await Promise.all(Array.from({ length: 10 }, () => trial.start(version)))
    const waits = await Promise.all(ids.map((id) => trial.wait(id, 'a')))
    const ends = await Promise.allSettled(
      ids.map((instance, index) =>
        trial.execution.deliver({
          instance,
          caller,
          stimulus: { type: 'complete', wait: waits[index]!, variables: { text: index === 4 ? 'a\u0000b' : 'fine' } },
        }),
      ),
    )
    assert.deepEqual(
      ends.flatMap(({ status }, index) => (status === 'rejected' ? [index] : [])),
      [4],
    )
    assert.equal((await trial.instance(ids[4]!)).rev, '1')
    assert.equal((await trial.instance(ids[5]!)).rev, '2')
  })
})

describe('two advances from one revision of an instance', () => {
  it('are never both written, even if one statement holds both', async () => {
    await using trial = await openTrial()
    const { database, programs } = trial
    const version = await trial.publish('p', [start(), userTask('a'), end(), flows('s > a > e')])
    const id = await trial.start(version)
    const place = { template: version.template, version: 1 }
    const advance = (name: string, at: string): Rows => ({
      ...empty,
      owner: id,
      changed: [{ id, before: 1, rev: 2, ...place, at, state: 'wait', name, context: {}, execution: {}, by: user }],
      history: [{ instance: id, rev: 2, ...place, at, by: user, stimulus: {}, events: [] } as { instance: string }],
    })
    const [first, second] = [advance('first', '2026-01-01T00:00:00Z'), advance('second', '2026-01-01T00:00:01Z')]
    await assert.rejects(commitRows(database.single, [first, second]), /process_history_pkey/)
    const { commit } = new Apply({ database, programs } as unknown as ExecutionDeps, () => {})
    const won = await Promise.all([commit(first), commit(second)])
    assert.deepEqual(won.toSorted(), [false, true])
    const history = await database.reader.rows(
      sql`select rev::int from process_history where instance = ${id} order by rev`,
    )
    assert.deepEqual([(await trial.instance(id)).rev, history], ['2', [{ rev: 1 }, { rev: 2 }]])
  })
})

describe('instances under load', () => {
  it('complete 400 parallel tasks of one instance, each once, on two nodes', { timeout: 60_000 }, async () => {
    await using trial = await openTrial()
    await using other = await trial.addNode()
    const version = await trial.publish('hot', [start(), many(400), end(), flows('s > t > e')])
    const instance = await trial.start(version)
    // The start may have taken so long that its rest was postponed until after the commit.
    await trial.execution.settle()
    const waits = (await trial.waits(instance)).map(({ id }) => id)
    assert.equal(waits.length, 400)
    const nodes = [trial.execution, other.execution]
    const ends = await Promise.all(
      waits.flatMap((wait) =>
        nodes.map((node) => node.deliver({ instance, caller, stimulus: { type: 'complete', wait } })),
      ),
    )
    assert.equal(ends.filter(({ outcome }) => outcome === 'advanced').length, 400)
    assert.equal((await trial.instance(instance)).state, 'done')
    const completed = sql`select count(*)::int as n from process_history where stimulus ->> 'type' = 'complete'`
    assert.deepEqual(await trial.database.reader.row(completed), { n: 400 })
    assert.equal(await countOf(trial, 'process_wait'), 0)
  })

  it('start once per key, and a repeated start returns the first instance', async () => {
    await using trial = await openTrial()
    const version = await trial.publish('p', [start(), userTask('a'), end(), flows('s > a > e')])
    const begin = () => trial.execution.start(caller, { version, context: {}, initiator: user, key: 'order-7' })
    const started = await Promise.all([begin(), begin(), begin()])
    assert.deepEqual(
      [new Set(started.map(({ instance }) => instance)).size, await countOf(trial, 'process_instance')],
      [1, 1],
    )
    assert.deepEqual(started.map(({ isRepeated }) => isRepeated).sort(), [false, true, true])
    const again = await trial.database.transaction((tx) =>
      trial.execution.startIn(tx, caller, { version, context: {}, initiator: user, key: 'order-7' }),
    )
    assert.deepEqual([again.instance, again.isRepeated], [started[0]!.instance, true])
  })

  it('repeat outside work whose node stopped before the result was stored, and apply one result', async () => {
    let runs = 0
    const waits = new Set<string>()
    const begun = Promise.withResolvers<void>()
    const work: Work = {
      action: 'http',
      place: 'outside',
      async run({ wait, signal }) {
        waits.add(wait)
        if (++runs > 1) return { type: 'done', variables: { run: runs } }
        begun.resolve()
        // The first node never finishes the work, because it is stopped.
        await new Promise((_, reject) => signal!.addEventListener('abort', () => reject(new Error('stopped'))))
        return { type: 'done', variables: { run: 0 } }
      },
    }
    await using trial = await openTrial({ work: [work] })
    const action = `<serviceTask id="a">${extensions('<chancery:action type="http"/><chancery:setting name="url" text="https://example.org"/><chancery:output name="run" value="run"/>')}</serviceTask>`
    const version = await trial.publish('p', [start(), action, end(), flows('s > a > e')])
    const instance = await trial.start(version)
    await begun.promise
    await trial.stop()
    await using other = await trial.addNode()
    await other.advanceClock(60_000)
    const { state, context } = await trial.instance(instance)
    assert.deepEqual([state, context, waits.size], ['done', { run: 2 }, 1])
  })

  it('apply a stimulus of a transaction once, after the commit, and not if the transaction failed', async () => {
    await using trial = await openTrial()
    const version = await trial.publish('p', [start(), userTask('a'), end(), flows('s > a > e')])
    const instance = await trial.start(version)
    const count = { type: 'setVariables' as const, variables: { n: 1 } }
    await assert.rejects(
      trial.database.transaction(async (tx) => {
        await trial.execution.enqueue(tx, { instance, stimulus: count, by: user })
        throw new Error('no')
      }),
    )
    await trial.database.transaction((tx) => trial.execution.enqueue(tx, { instance, stimulus: count, by: user }))
    await trial.execution.settle()
    const after = await trial.instance(instance)
    assert.deepEqual([after.rev, after.context], ['2', { n: 1 }])
    assert.deepEqual(
      (await trial.waits(instance)).map(({ kind }) => kind),
      ['task'],
    )
  })
})

describe('a row that follows from a commit', () => {
  it('is processed by another node when its own node has stopped', async () => {
    await using trial = await openTrial()
    const version = await trial.publish('p', [
      start(),
      '<task id="a" chancery:asyncBefore="true"/>',
      end(),
      flows('s > a > e'),
    ])
    await trial.stop()
    const instance = await trial.start(version)
    assert.equal((await trial.instance(instance)).state, 'exec')
    await using other = await trial.addNode()
    await other.advanceClock(10_000)
    assert.equal((await trial.instance(instance)).state, 'done')
  })

  it('delivers a sent message once', async () => {
    await using trial = await openTrial()
    const thrower = `<intermediateThrowEvent id="m">${extensions('<chancery:message key="order"/><chancery:input name="paid" value="amount"/>')}<messageEventDefinition messageRef="message_paid"/></intermediateThrowEvent>`
    const version = await trial.publish('p', [start(), thrower, end(), flows('s > m > e')])
    const instance = await trial.start(version, { context: { order: 7, amount: 5 } })
    await trial.execution.settle()
    assert.deepEqual(trial.thrown, [
      { type: 'message', name: 'paid', key: '7', variables: { paid: 5 }, instance, element: 'm', taken: [], by: user },
    ])
    assert.deepEqual(await trial.waits(), [])
  })
})
