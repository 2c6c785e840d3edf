import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { assertDone } from '../../../../test/everything.ts'
import { startEmptyPlatform, type TestPlatform } from '../../../../test/platform.ts'
import { type Sql, sql } from '../../../foundation/db/sql.ts'
import { boundary, bpmn, element, end, extensions, flows, start, sub, user } from '../../engine/process.fixture.ts'
import { deployMail, instancesOf } from '../starts/starts.fixture.ts'

const catalog = '<message id="m" name="paid"/><signal id="g" name="closed"/>'
const signal = '<signalEventDefinition signalRef="g"/>'
const message = '<messageEventDefinition messageRef="m"/>'
/**
 * Returns a process whose sub-process sends an event and ends. The boundary event of the sub-process leads to a task.
 * After the sub-process, the process waits for the same event.
 */
const sending = (definition: string): string =>
  bpmn(
    [
      start(),
      sub('sp', [start('s2'), element('endEvent', 't', definition), flows('s2 > t')]),
      boundary('b', 'sp', definition, false),
      element('intermediateCatchEvent', 'c', definition),
      user('caught'),
      end(),
      end('e2'),
      flows('s > sp > c > e', 'b > caught > e2'),
    ],
    catalog,
  )
const waiting = (definition: string): string =>
  bpmn([start(), element('intermediateCatchEvent', 'w', definition), end(), flows('s > w > e')], catalog)

const localTime = '@&quot;2026-05-01T10:00:00&quot;'
const due = extensions('<chancery:variable name="due" type="datetime"/>')
const timeSignal = '<signalEventDefinition signalRef="time"/>'
/** Sends a signal with a local time. */
const telling = bpmn(
  [
    start(),
    element('endEvent', 'e', extensions(`<chancery:input name="due" value="${localTime}"/>`) + timeSignal),
    flows('s > e'),
  ],
  '<signal id="time" name="time"/>',
)
/** Starts with the signal. */
const told = bpmn(
  [due, start('s', timeSignal), user('t'), end(), flows('s > t > e')],
  '<signal id="time" name="time"/>',
)

describe('an event that an instance sends to itself and to others', () => {
  let started: TestPlatform
  before(async () => {
    started = await startEmptyPlatform({ TIME_ZONE: 'Europe/Berlin' })
    await deployMail(started.call, {
      'telling.bpmn': telling,
      'told.bpmn': told,
      'signals.bpmn': sending(signal),
      'messages.bpmn': sending(message),
      'signalled.bpmn': waiting(signal),
      'messaged.bpmn': waiting(message),
    })
  })
  after(() => started[Symbol.asyncDispose]())

  async function run(code: string): Promise<string> {
    const answer = await started.call('POST', `/pub/v1/bpm/template/mail/${code}/run`, { context: {} })
    assertDone(answer)
    return answer.body.context.__id
  }
  /** Waits until every event that an instance sent has been delivered. */
  async function delivered(): Promise<void> {
    for (let round = 0; round < 3_000; round++) {
      const row = await started.platform.database.reader.row<{ count: number }>(sql`
        select (select count(*) from process_broadcast) + (select count(*) from process_pending_start)
          + (select count(*) from process_wait where kind in ('thrown', 'stimulus')) as count`)
      if (Number(row!.count) === 0) return
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }
  const waitsOf = async (id: string): Promise<readonly string[]> =>
    (
      await started.platform.database.reader.rows<{ element: string }>(
        sql`select element from process_wait where instance = ${id} and kind <> 'taskTimer' order by element`,
      )
    ).map((row) => row.element)

  it('is taken once by a sub-process that ends with it, and reaches a catch event of the same advance and others', async () => {
    const other = await run('signalled')
    const id = await run('signals')
    await delivered()
    assert.deepEqual(await waitsOf(id), ['caught'])
    assert.equal((await instancesOf(started, 'signalled')).find((one) => one.id === other)!.state, 'done')
  })

  it('starts an instance with a local time in the time zone of the installation', async () => {
    await run('telling')
    await delivered()
    const [found] = await instancesOf(started, 'told')
    assert.equal(new Date(found!.context.due).toISOString(), '2026-05-01T08:00:00.000Z')
  })

  it('reaches one instance of each template when it is a message', async () => {
    const other = await run('messaged')
    const id = await run('messages')
    await delivered()
    assert.deepEqual(await waitsOf(id), ['c', 'caught'])
    assert.equal((await instancesOf(started, 'messaged')).find((one) => one.id === other)!.state, 'done')
  })
})

describe('an event that goes on waiting', () => {
  it('takes each of several signals that are sent at once', async () => {
    await using started = await startEmptyPlatform()
    const elements = [
      start(),
      user('work'),
      boundary('b', 'work', signal, false),
      user('noted'),
      end(),
      end('e2'),
      flows('s > work > e', 'b > noted > e2'),
    ]
    await deployMail(started.call, { 'noting.bpmn': bpmn(elements, catalog) })
    const run = await started.call('POST', '/pub/v1/bpm/template/mail/noting/run', { context: {} })
    assertDone(run)
    const sent = 10
    const sending = Array.from({ length: sent }, () => started.call('POST', '/api/v1/signals', { name: 'closed' }))
    for (const answer of await Promise.all(sending)) assertDone(answer)
    const { reader } = started.platform.database
    const countOf = async (text: Sql) => Number((await reader.row<{ count: string }>(text))!.count)
    const isDelivered = async () =>
      (await countOf(sql`select (select count(*) from process_broadcast)
        + (select count(*) from process_wait where kind = 'stimulus') as count`)) === 0
    while (!(await isDelivered())) await new Promise((resolve) => setTimeout(resolve, 20))
    assert.equal(await countOf(sql`select count(*) from process_wait where element = 'noted' and kind = 'task'`), sent)
  })
})
