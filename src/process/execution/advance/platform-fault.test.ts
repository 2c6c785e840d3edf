import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Transaction } from '../../../foundation/db/database.ts'
import { DatabaseUnavailable } from '../../../foundation/db/failures.ts'
import { sql } from '../../../foundation/db/sql.ts'
import { boundary, end, extensions, flows, start, timer, user as userTask } from '../../engine/process.fixture.ts'
import { caller, openTrial, quickClock, type Trial } from '../execution.fixture.ts'
import type { Work } from '../work.ts'
import { maxAttempts } from './platform-fault.ts'

const hourMs = 3_600_000
const pause = `<intermediateCatchEvent id="nap">${timer('PT1H')}</intermediateCatchEvent>`
const script = '<scriptTask id="a" scriptFormat="javascript"><script>x</script></scriptTask>'
const service = (type: string): string =>
  `<serviceTask id="a">${extensions(`<chancery:action type="${type}"/><chancery:setting name="url" text="https://example.org"/>`)}</serviceTask>`
const failed = '<errorEventDefinition errorRef="FAILED"/>'

const fault = new Error('cannot read properties of undefined')

/** Work that fails while `isBroken`. `runs` counts the attempts. */
function breakable(work: Pick<Work, 'action' | 'place'>, failure: (first: unknown) => unknown) {
  const trouble = { isBroken: true, runs: 0 }
  const run = async (first: unknown): Promise<unknown> => {
    trouble.runs++
    if (trouble.isBroken) await failure(first)
    return { type: 'done', variables: {} }
  }
  return { trouble, work: { ...work, run } as Work }
}
const throws = (): never => {
  throw fault
}

const failuresOf = async (trial: Trial): Promise<number | undefined> =>
  (await trial.database.reader.row<{ failures: number }>(sql`select failures from process_wait`))?.failures
const openIncidents = (trial: Trial) =>
  trial.database.reader.rows<{ id: string; kind: string; message: string }>(
    sql`select id::text, kind, message from process_incident where state = 'open'`,
  )
async function retry(trial: Trial, instance: string): Promise<void> {
  const [incident] = await openIncidents(trial)
  await trial.execution.deliver({ instance, caller, stimulus: { type: 'retry', incident: incident!.id } })
}

describe('a fault of the platform in work', () => {
  it('becomes an incident after the last attempt, which can be retried', async () => {
    const { trouble, work } = breakable({ action: 'script', place: 'memory' }, throws)
    await using trial = await openTrial({ work: [work] })
    const version = await trial.publish('p', [start(), pause, script, end(), flows('s > nap > a > e')])
    const id = await trial.start(version)
    await trial.advanceClock(hourMs + 20_000)
    const failures = await failuresOf(trial)
    assert.ok(failures! > 1 && failures! < maxAttempts, `${failures} failures`)
    assert.deepEqual(await openIncidents(trial), [])
    await trial.advanceClock(hourMs)
    const [incident] = await openIncidents(trial)
    assert.equal(incident?.kind, 'PLATFORM_ERROR')
    assert.match(incident!.message, /this work has failed 8 times because of a fault of the platform/)
    assert.doesNotMatch(incident!.message, /cannot read/)
    assert.match(JSON.stringify(trial.logged), /stopped with an incident/)
    trouble.isBroken = false
    await retry(trial, id)
    await trial.execution.settle()
    assert.equal((await trial.instance(id)).state, 'done')
  })

  it('that continues opens the incident again when the incident is retried', async () => {
    const { work } = breakable({ action: 'script', place: 'memory' }, throws)
    await using trial = await openTrial({ work: [work], clock: quickClock() })
    const version = await trial.publish('p', [start(), pause, script, end(), flows('s > nap > a > e')])
    const id = await trial.start(version)
    await trial.advanceClock(3 * hourMs)
    const [first] = await openIncidents(trial)
    await retry(trial, id)
    const [second] = await openIncidents(trial)
    assert.notEqual(first!.id, second!.id)
    assert.equal(second!.kind, 'PLATFORM_ERROR')
  })

  it('stops work in a transaction whose statement fails, with everything that the work wrote undone', async () => {
    const { trouble, work } = breakable({ action: 'element.update', place: 'transaction' }, async (tx) => {
      await (tx as Transaction).rows(sql`select 1 / 0`)
    })
    await using trial = await openTrial({ work: [work] })
    const update = `<serviceTask id="a">${extensions('<chancery:action type="element.update"/><chancery:input name="x" value="1"/>')}</serviceTask>`
    const version = await trial.publish('p', [start(), pause, update, end(), flows('s > nap > a > e')])
    const id = await trial.start(version)
    await trial.advanceClock(3 * hourMs)
    const [incident] = await openIncidents(trial)
    assert.deepEqual([incident?.kind, trouble.runs], ['PLATFORM_ERROR', maxAttempts])
    trouble.isBroken = false
    await retry(trial, id)
    await trial.execution.settle()
    assert.equal((await trial.instance(id)).state, 'done')
  })

  it('stops outside work, whose job is then done', async () => {
    const { trouble, work } = breakable({ action: 'http', place: 'outside' }, throws)
    await using trial = await openTrial({ work: [work] })
    const version = await trial.publish('p', [start(), service('http'), end(), flows('s > a > e')])
    const id = await trial.start(version)
    await trial.advanceClock(hourMs)
    const [incident] = await openIncidents(trial)
    assert.deepEqual([incident?.kind, trouble.runs], ['PLATFORM_ERROR', maxAttempts])
    trouble.isBroken = false
    await retry(trial, id)
    await trial.advanceClock(60_000)
    assert.equal((await trial.instance(id)).state, 'done')
  })

  it('is not caught by a boundary event for the failure of an activity', async () => {
    const { work } = breakable({ action: 'script', place: 'memory' }, throws)
    await using trial = await openTrial({ work: [work] })
    const version = await trial.publish('p', [
      start(),
      pause,
      script,
      boundary('b', 'a', failed),
      userTask('caught'),
      end(),
      end('e2'),
      flows('s > nap > a > e', 'b > caught > e2'),
    ])
    await trial.start(version)
    await trial.advanceClock(3 * hourMs)
    assert.equal((await openIncidents(trial))[0]?.kind, 'PLATFORM_ERROR')
    assert.deepEqual(await trial.waits(), [])
  })

  it('does not count attempts during which the database does not respond', async () => {
    const { trouble, work } = breakable({ action: 'script', place: 'memory' }, () => {
      throw DatabaseUnavailable('The database does not respond at the moment; try again.')
    })
    await using trial = await openTrial({ work: [work] })
    const version = await trial.publish('p', [start(), pause, script, end(), flows('s > nap > a > e')])
    const id = await trial.start(version)
    await trial.advanceClock(2 * hourMs)
    assert.deepEqual([await openIncidents(trial), trouble.runs > maxAttempts], [[], true])
    trouble.isBroken = false
    await trial.advanceClock(60_000)
    assert.equal((await trial.instance(id)).state, 'done')
  })
})
