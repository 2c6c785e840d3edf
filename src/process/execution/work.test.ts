import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sql } from '../../foundation/db/sql.ts'
import { end, extensions, flows, start, user as userTask } from '../engine/process.fixture.ts'
import { caller, openTrial, quickClock, type Trial, user } from './execution.fixture.ts'
import type { Work, WorkCall, WorkOutcome } from './work.ts'

const url = '<chancery:setting name="url" text="https://example.org"/>'
const action = (id: string, type: string, more = '', inside = ''): string =>
  `<serviceTask id="${id}">${extensions(`<chancery:action type="${type}" ${more}/>${type.startsWith('element') ? '' : url}${inside}`)}</serviceTask>`
const script = (id: string): string =>
  `<scriptTask id="${id}" scriptFormat="javascript"><script>x</script></scriptTask>`
const memory = (name: string, run: (call: WorkCall) => WorkOutcome): Work => ({
  action: name,
  place: 'memory',
  run: async (call) => run(call),
})
const incidentsOf = (trial: Trial, instance: string) =>
  trial.database.reader.rows(
    sql`select kind, message from process_incident where instance = ${instance} and state = 'open'`,
  )

describe('work in memory', () => {
  it('runs before the commit, in the one statement of the start', async () => {
    const calls: WorkCall[] = []
    const work = memory('script', (call) => {
      calls.push(call)
      return { type: 'done', variables: { x: 7 } }
    })
    await using trial = await openTrial({ work: [work], clock: quickClock() })
    const version = await trial.publish('p', [start(), script('a'), end(), flows('s > a > e')])
    trial.statements.count = 0
    const id = await trial.start(version)
    assert.equal(trial.statements.count, 1)
    assert.deepEqual((await trial.instance(id)).context, { x: 7 })
    assert.deepEqual(
      [calls[0]!.element, calls[0]!.attempt, calls[0]!.caller.userId, calls[0]!.instance.id],
      ['a', 1, user, id],
    )
  })

  it('that fails is repeated after its delay and then stops with an incident', async () => {
    let runs = 0
    const work = memory('script', () => {
      runs++
      return { type: 'failed', message: `no ${runs}` }
    })
    await using trial = await openTrial({ work: [work] })
    const version = await trial.publish('p', [start(), script('a'), end(), flows('s > a > e')])
    const id = await trial.start(version)
    await trial.execution.settle()
    assert.deepEqual([runs, (await trial.instance(id)).state], [1, 'exec'])
    await trial.advanceClock(10 * 60_000)
    assert.equal(runs, 3)
    assert.deepEqual(await incidentsOf(trial, id), [{ kind: 'JOB_NO_RETRIES', message: 'no 3' }])
    const line = trial.logged.find((one) => JSON.stringify(one).includes('has stopped with an incident'))
    assert.match(JSON.stringify(line), new RegExp(`"instance":"${id}".*"kind":"JOB_NO_RETRIES","count":1`))
    assert.doesNotMatch(JSON.stringify(line), /no 3/)
  })

  it('that fails because of the platform changes nothing, opens no incident and succeeds later', async () => {
    let isBroken = true
    const work = memory('script', () => {
      if (isBroken) throw new Error('inside a transaction, statements go through its own tx')
      return { type: 'done', variables: {} }
    })
    await using trial = await openTrial({ work: [work], clock: quickClock() })
    const version = await trial.publish('p', [start(), userTask('t'), script('a'), end(), flows('s > t > a > e')])
    const id = await trial.start(version)
    const { rev } = await trial.instance(id)
    await assert.rejects(trial.complete(id, 't'), /go through its own tx/)
    assert.equal((await trial.instance(id)).rev, rev)
    isBroken = false
    assert.equal(await trial.complete(id, 't'), 'advanced')
    assert.equal((await trial.instance(id)).state, 'done')
    assert.deepEqual(await incidentsOf(trial, id), [])
  })

  it('of an action that does not exist stops with an incident', async () => {
    await using trial = await openTrial()
    const version = await trial.publish('p', [start(), script('a'), end(), flows('s > a > e')])
    const id = await trial.start(version)
    await trial.execution.settle()
    assert.deepEqual(await incidentsOf(trial, id), [
      { kind: 'JOB_NO_RETRIES', message: 'the action "script" does not exist' },
    ])
  })

  it('in an endless loop ends with an incident while other instances continue', { timeout: 120_000 }, async () => {
    const work = memory('script', () => ({ type: 'done', variables: {} }))
    await using trial = await openTrial({ work: [work] })
    const version = await trial.publish('p', [
      start(),
      '<exclusiveGateway id="g"/>',
      script('a'),
      flows('s > g > a > g'),
    ])
    const id = await trial.start(version)
    assert.equal((await trial.instance(id)).state, 'exec')
    const other = await trial.publish('o', [start(), userTask('a'), end(), flows('s > a > e')])
    const second = await trial.start(other)
    assert.equal(await trial.complete(second, 'a'), 'advanced')
    await trial.execution.settle()
    assert.equal((await trial.instance(id)).state, 'error')
  })
})

describe('work in the transaction', () => {
  const mark: Work = {
    action: 'element.update',
    place: 'transaction',
    async run(tx, { instance, wait }) {
      await tx.rows(sql`insert into marks values (${instance.id}, ${wait})`)
      return { type: 'done', variables: { marked: true } }
    },
  }
  const marksIn = async (trial: Trial): Promise<number> =>
    (await trial.database.reader.row<{ n: number }>(sql`select count(*)::int as n from marks`))!.n

  it('is committed with the advance and rolled back when it fails', async () => {
    let fails = false
    const work: Work = {
      ...mark,
      place: 'transaction',
      async run(tx, call) {
        const outcome = await (mark as Extract<Work, { place: 'transaction' }>).run(tx, call)
        return fails ? { type: 'failed', message: 'the element is locked', isFinal: true } : outcome
      },
    }
    await using trial = await openTrial({ work: [work], clock: quickClock() })
    await trial.database.single.rows(sql`create table if not exists marks (instance uuid, wait uuid)`)
    await trial.database.single.rows(sql`truncate marks`)
    const version = await trial.publish('p', [
      start(),
      userTask('t'),
      action(
        'a',
        'element.update',
        '',
        '<chancery:input name="x" value="1"/><chancery:output name="marked" value="marked"/>',
      ),
      end(),
      flows('s > t > a > e'),
    ])
    const [good, bad] = [await trial.start(version), await trial.start(version)]
    assert.equal(await trial.complete(good, 't'), 'advanced')
    assert.deepEqual([(await trial.instance(good)).context, await marksIn(trial)], [{ marked: true }, 1])
    fails = true
    assert.equal(await trial.complete(bad, 't'), 'advanced')
    assert.equal(await marksIn(trial), 1)
    assert.deepEqual(await incidentsOf(trial, bad), [{ kind: 'JOB_NO_RETRIES', message: 'the element is locked' }])
    await trial.database.single.rows(sql`drop table marks`)
  })

  it('is rolled back when a write in the same transaction fails', async () => {
    await using trial = await openTrial({ work: [mark], clock: quickClock() })
    await trial.database.single.rows(sql`create table if not exists marks (instance uuid, wait uuid)`)
    await trial.database.single.rows(sql`truncate marks`)
    const version = await trial.publish('p', [
      start(),
      userTask('t'),
      action(
        'a',
        'element.update',
        '',
        '<chancery:input name="x" value="1"/><chancery:output name="marked" value="marked"/>',
      ),
      end(),
      flows('s > t > a > e'),
    ])
    const id = await trial.start(version)
    const stimulus = { type: 'complete' as const, wait: await trial.wait(id, 't') }
    const alongside = async (): Promise<void> => {
      throw new Error('the audit log is full')
    }
    await assert.rejects(trial.execution.deliver({ instance: id, stimulus, caller, alongside }), /audit log is full/)
    assert.deepEqual([(await trial.instance(id)).rev, await marksIn(trial)], ['1', 0])
    assert.equal(await trial.complete(id, 't'), 'advanced')
    assert.equal(await marksIn(trial), 1)
    await trial.database.single.rows(sql`drop table marks`)
  })
})

describe('work outside', () => {
  it('runs as a job with the same wait id in all attempts, and its result is applied once', async () => {
    const calls: WorkCall[] = []
    const work: Work = {
      action: 'http',
      place: 'outside',
      async run(call) {
        calls.push(call)
        return calls.length < 3
          ? { type: 'failed', message: 'no answer' }
          : { type: 'done', variables: { status: 200 } }
      },
    }
    await using trial = await openTrial({ work: [work] })
    const version = await trial.publish('p', [
      start(),
      action('a', 'http', 'attempts="3" delay="PT1M"', '<chancery:output name="status" value="status"/>'),
      end(),
      flows('s > a > e'),
    ])
    const id = await trial.start(version)
    await trial.advanceClock(10 * 60_000)
    assert.deepEqual([calls.map(({ attempt }) => attempt), new Set(calls.map(({ wait }) => wait)).size], [[1, 2, 3], 1])
    assert.deepEqual([(await trial.instance(id)).state, (await trial.instance(id)).context], ['done', { status: 200 }])
  })

  it('opens a restore point for a delegated activity, whose answer is used once', async () => {
    const work: Work = { action: 'delegated', place: 'outside', run: async () => ({ type: 'later' }) }
    await using trial = await openTrial({ work: [work] })
    const version = await trial.publish('p', [
      start(),
      action('a', 'delegated', 'timeout="PT1H"'),
      end(),
      flows('s > a > e'),
    ])
    const id = await trial.start(version)
    await trial.advanceClock(1)
    const points = () =>
      trial.database.reader.rows(sql`select state, attempts from process_restore_point where instance = ${id}`)
    assert.deepEqual([await points(), (await trial.instance(id)).state], [[{ state: 'open', attempts: 1 }], 'wait'])
    assert.equal(await trial.complete(id, 'a', { answer: 'yes' }), 'advanced')
    assert.deepEqual([await points(), (await trial.instance(id)).state], [[{ state: 'used', attempts: 1 }], 'done'])
  })

  it('of a delegated activity without an answer in time fails without another attempt', async () => {
    const work: Work = { action: 'delegated', place: 'outside', run: async () => ({ type: 'later' }) }
    await using trial = await openTrial({ work: [work] })
    const version = await trial.publish('p', [
      start(),
      action('a', 'delegated', 'timeout="PT1H" attempts="2"'),
      end(),
      flows('s > a > e'),
    ])
    const id = await trial.start(version)
    await trial.advanceClock(5 * 3_600_000)
    const points = await trial.database.reader.rows(
      sql`select state, attempts from process_restore_point where instance = ${id}`,
    )
    assert.deepEqual(points, [{ state: 'expired', attempts: 1 }])
    assert.deepEqual(await incidentsOf(trial, id), [
      { kind: 'JOB_NO_RETRIES', message: 'no answer came within the time limit' },
    ])
  })
})
