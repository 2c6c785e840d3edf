import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { assertDone, assertRefused, aUser } from '../../../../test/everything.ts'
import { type Body, type Call, startEmptyPlatform, type TestPlatform } from '../../../../test/platform.ts'
import { sql } from '../../../foundation/db/sql.ts'
import { bpmn, element, end, extensions, flows, start } from '../../engine/process.fixture.ts'
import { deployMail, instancesOf } from '../starts/starts.fixture.ts'
import { maxMisses } from './miss-limit.ts'

const catalog = '<message id="m" name="paid"/><signal id="g" name="closed"/>'
const variables = extensions(
  '<chancery:variable name="invoice" type="string"/><chancery:variable name="paidOn" type="string"/>',
)
const keyed = (taken: string): string =>
  `${extensions(`<chancery:message key="invoice"${taken}/>`)}<messageEventDefinition messageRef="m"/>`
const waiting = (inside: string): string =>
  bpmn([variables, start(), element('intermediateCatchEvent', 'w', inside), end(), flows('s > w > e')], catalog)
const everyone = (...may: string[]): string => `access: [{to: [everyone], may: [${may.join(', ')}]}]\n`
const signal = '<signalEventDefinition signalRef="g"/>'

describe('the right to send messages', () => {
  let started: TestPlatform
  let anna: { id: string; call: Call }
  let boris: { id: string; call: Call }
  before(async () => {
    started = await startEmptyPlatform()
    await deployMail(started.call, {
      'started.bpmn': waiting(keyed('')),
      'started.yaml': everyone('start'),
      'named.bpmn': waiting(keyed(' variables="paidOn"')),
      'named.yaml': everyone('start', 'message'),
      'closed.bpmn': waiting(keyed('')),
      'closed.yaml': `access: [{to: [everyone], may: [start, view]}, {to: [global.administrators], may: [message]}]\n`,
      'signalled.bpmn': waiting(signal),
      'signalled.yaml': everyone('start'),
    })
    anna = await aUser(started, { login: 'anna' })
    boris = await aUser(started, { login: 'boris' })
  })
  after(() => started[Symbol.asyncDispose]())

  async function run(call: Call, code: string, context: object = {}): Promise<string> {
    const answer = await call('POST', `/pub/v1/bpm/template/mail/${code}/run`, { context })
    assertDone(answer)
    return answer.body.context.__id
  }
  async function send(call: Call, input: object): Promise<Body> {
    const answer = await call('POST', '/api/v1/messages', { name: 'paid', ...input })
    assertDone(answer)
    return answer.body
  }
  const messagesInAudit = async (): Promise<number> => {
    const { reader } = started.platform.database
    return (await reader.row<{ n: number }>(sql`select count(*)::int as n from audit where object like 'message:%'`))!.n
  }
  const stateOf = async (code: string, id: string) =>
    (await instancesOf(started, code)).find((instance) => instance.id === id)!

  it('by default belongs to those who may start the process and see the instance', async () => {
    const id = await run(anna.call, 'started', { invoice: 'A1' })
    const foreign = await send(boris.call, { correlationKey: 'A1', context: { paidOn: 'stolen' } })
    assert.deepEqual([foreign.reached, foreign.instances], [0, []])
    assert.deepEqual(
      [(await stateOf('started', id)).state, (await stateOf('started', id)).context.paidOn],
      ['wait', null],
    )
    const own = await send(anna.call, { correlationKey: 'A1', context: { paidOn: 'Monday' } })
    assert.deepEqual(own.instances, [{ instanceId: id, process: 'mail.started', outcome: 'continued' }])
  })

  it('reaches all instances when it is given, and the answer does not name instances that the sender cannot see', async () => {
    const id = await run(anna.call, 'named', { invoice: 'B1' })
    const sent = await send(boris.call, { correlationKey: 'B1', context: { paidOn: 'Tuesday' } })
    assert.deepEqual([sent.reached, sent.instances], [1, []])
    assert.equal((await stateOf('named', id)).state, 'done')
  })

  it('has no default in a process whose access rules name it', async () => {
    const id = await run(anna.call, 'closed', { invoice: 'C1' })
    assert.equal((await send(anna.call, { correlationKey: 'C1' })).reached, 0)
    assertDone(await started.call('PUT', `/api/v1/processes/mail/closed/grants/${boris.id}`, { rights: ['message'] }))
    assert.equal((await send(boris.call, { correlationKey: 'C1' })).reached, 1)
    assert.equal((await stateOf('closed', id)).state, 'done')
  })

  it('applies to signals, too', async () => {
    const [own, foreign] = [await run(boris.call, 'signalled'), await run(anna.call, 'signalled')]
    const sent = await boris.call('POST', '/api/v1/signals', { name: 'closed' })
    assertDone(sent)
    assert.equal(sent.body.reached, 1)
    for (let round = 0; (await stateOf('signalled', own)).state !== 'done' && round < 3_000; round++)
      await new Promise((resolve) => setTimeout(resolve, 20))
    assert.deepEqual(
      [(await stateOf('signalled', own)).state, (await stateOf('signalled', foreign)).state],
      ['done', 'wait'],
    )
    assert.equal((await started.call('POST', '/api/v1/signals', { name: 'closed' })).body.reached, 1)
  })

  it('does not cover variables that the message event does not take', async () => {
    const id = await run(anna.call, 'named', { invoice: 'D1' })
    const refused = await anna.call('POST', '/api/v1/messages', {
      name: 'paid',
      correlationKey: 'D1',
      context: { paidOn: 'now', invoice: 'other' },
    })
    assertRefused(refused, 400, 'context.invalid', /no variable "invoice"/)
    assert.equal((await stateOf('named', id)).state, 'wait')
    assert.equal((await send(anna.call, { correlationKey: 'D1', context: { paidOn: 'now' } })).reached, 1)
  })

  it('is paused for a user whose correlation keys reached nothing too often, and only for this user; it is not recorded any more', async () => {
    const id = await run(anna.call, 'named', { invoice: 'E1' })
    let refused: Body | undefined
    for (let guess = 0; guess <= maxMisses && refused === undefined; guess++) {
      const answer = await boris.call('POST', '/api/v1/messages', { name: 'paid', correlationKey: `E${guess + 2}` })
      if (answer.status !== 200) refused = answer
    }
    assertRefused(refused as never, 429, 'message.too_many_misses', /try again later/)
    assert.ok(refused!.body.retryAfter > 0)
    const recorded = await messagesInAudit()
    const hit = await boris.call('POST', '/api/v1/messages', { name: 'paid', correlationKey: 'E1' })
    assertRefused(hit, 429, 'message.too_many_misses', /./)
    assert.deepEqual([recorded > 0, await messagesInAudit()], [true, recorded])
    assert.equal((await stateOf('named', id)).state, 'wait')
    assert.equal((await send(anna.call, { correlationKey: 'E1' })).reached, 1)
  })
})
