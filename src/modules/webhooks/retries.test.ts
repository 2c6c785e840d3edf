import assert from 'node:assert/strict'
import { after, before, beforeEach, it } from 'node:test'
import { assertDone, assertRefused, changed, made, parts } from '../../../test/everything.ts'
import type { Body } from '../../../test/platform.ts'
import { retryPausesMs } from './delivery.ts'
import { type Scene, startScene } from './receiver.fixture.ts'

let scene: Scene
before(async () => {
  scene = await startScene()
})
after(() => scene[Symbol.asyncDispose]())
beforeEach(async () => {
  const { body } = await scene.server.call('GET', '/api/v1/webhooks')
  for (const { id } of body.result.result) assertDone(await scene.server.call('DELETE', `/api/v1/webhooks/${id}`))
  scene.receiver.received.length = 0
  scene.receiver.answer = (_request, response) => void response.writeHead(204).end()
})

const answerAll = (status: number): void => {
  scene.receiver.answer = (_request, response) => void response.writeHead(status).end()
}
const get = async (id: string): Promise<Body> => (await scene.server.call('GET', `/api/v1/webhooks/${id}`)).body.webhook
const withoutRepeats = (pairs: string[][]): string[][] =>
  [...new Set(pairs.map((pair) => JSON.stringify(pair)))].map((pair) => JSON.parse(pair))
/** Returns how far to move the clock for the first retry, or for the second one when the first was already sent. */
const untilRetry = (isFirst: boolean): string => (isFirst ? 'PT6S' : 'PT6M')
const seconds = (ms: number): string => `PT${ms / 1000}S`

it('repeats a request with the same id, and keeps the order of the events of an element', async () => {
  const { server, receiver } = scene
  const { id } = await scene.webhook({ events: ['element.created', 'element.updated'] })
  answerAll(500)
  const one = await made(server.call, parts, { __name: 'A' })
  await changed(server.call, parts, one.__id, { __name: 'B' })
  const other = await made(server.call, parts, { __name: 'C' })
  await scene.pass()
  const seen = () => receiver.received.map(({ body }) => [body.data.id, body.type])
  // Requests about different elements are sent at the same time. On a slow machine, the first retry is sent before the
  // test moves the clock.
  assert.deepEqual(withoutRepeats(seen()).sort(), [
    [one.__id, 'element.created'],
    [other.__id, 'element.created'],
  ])
  answerAll(200)
  const refused = receiver.received.length
  await scene.pass(untilRetry(refused === 2))
  const accepted = seen().slice(refused)
  const ofOne = accepted.filter(([element]) => element === one.__id).map(([, type]) => type)
  assert.deepEqual(ofOne, ['element.created', 'element.updated'])
  assert.deepEqual(accepted.sort(), [
    [one.__id, 'element.created'],
    [one.__id, 'element.updated'],
    [other.__id, 'element.created'],
  ])
  const requestsOf = (delivery: string) => receiver.received.filter((request) => request.id === delivery)
  const [first] = receiver.received
  const repeated = requestsOf(first!.id)
  assert.ok(repeated.length > 1)
  assert.ok(repeated.at(-1)!.timestamp > first!.timestamp)
  const deliveries = await scene.deliveries(id)
  assert.deepEqual(
    deliveries.map(({ state, attempts }) => [state, attempts]),
    deliveries.map((delivery) => ['delivered', requestsOf(delivery.id).length]),
  )
  assert.deepEqual(
    deliveries.map(({ attempts }) => attempts > 1),
    [true, false, true],
  )
})

it('gives up after ten attempts in three days, switches the webhook off and tells the administrators', async () => {
  const { server, receiver } = scene
  const { id } = await scene.webhook({ name: 'The ERP' })
  answerAll(503)
  await made(server.call, parts, {})
  await scene.pass()
  const attemptsOf = async (): Promise<number> => (await scene.deliveries(id))[0]!.attempts
  // On a slow machine, the first retry is sent before the test moves the clock.
  for (let count = await attemptsOf(); count <= retryPausesMs.length; count++) {
    assert.equal((await get(id)).isOn, true)
    await scene.pass(seconds(retryPausesMs[count - 1]!))
    assert.equal(await attemptsOf(), count + 1)
  }
  assert.equal(receiver.received.length, 10)
  assert.equal(new Set(receiver.received.map((one) => one.id)).size, 1)
  const [{ state, attempts, problem }] = (await scene.deliveries(id)) as [Body]
  assert.deepEqual([state, attempts, problem], ['failed', 10, 'the receiver responded with 503'])
  const { isOn, offReason, pending, failed } = await get(id)
  assert.deepEqual([isOn, offReason, pending, failed], [false, 'failing', 0, 1])
  const told = await server.call('GET', '/api/v1/notifications?kind=system')
  assertDone(told)
  const [{ title, text, about }] = told.body.result.result
  assert.equal(title, 'The webhook The ERP was switched off')
  assert.match(text, /Every attempt has failed since/)
  assert.deepEqual(about, { type: 'webhook', id })
  const audit = await server.call('GET', `/api/v1/audit?object=webhook:${id}`)
  assert.deepEqual(audit.body.entries[0].after, { isOn: false, offReason: 'failing' })
})

it('keeps what waits while it is off, ignores new events, and sends what waited when it is on again', async () => {
  const { server, receiver } = scene
  const { id } = await scene.webhook()
  answerAll(500)
  await made(server.call, parts, { __name: 'waits' })
  await scene.pass()
  const change = async (isOn: boolean) => assertDone(await server.call('PATCH', `/api/v1/webhooks/${id}`, { isOn }))
  await change(false)
  assert.equal((await get(id)).offReason, 'administrator')
  // The first retry may have come before.
  const sent = receiver.received.length
  answerAll(200)
  await made(server.call, parts, { __name: 'comes while it is off' })
  await scene.pass('PT1H')
  assert.equal(receiver.received.length, sent)
  const [{ id: waiting }] = (await scene.deliveries(id)) as [Body]
  const replay = await server.call('POST', `/api/v1/webhooks/${id}/deliveries/${waiting}/replay`)
  assertRefused(replay, 400, 'webhook.off', /switch it on/)
  await change(true)
  await scene.pass()
  assert.equal(receiver.received.length, sent + 1)
  assert.deepEqual(
    (await scene.deliveries(id)).map(({ state }) => state),
    ['delivered'],
  )
})

it('is switched off at once when the receiver is gone', async () => {
  const { server, receiver } = scene
  const { id } = await scene.webhook()
  answerAll(410)
  await made(server.call, parts, {})
  await scene.pass('PT1H')
  assert.equal(receiver.received.length, 1)
  assert.equal((await get(id)).offReason, 'gone')
})

it('counts failures from zero after a success, and after two days without an attempt', async () => {
  const { server } = scene
  const { id } = await scene.webhook()
  const fail = async () => {
    answerAll(500)
    await made(server.call, parts, {})
    await scene.pass()
    return (await get(id)).failingSince
  }
  const first = await fail()
  assert.ok(first)
  answerAll(200)
  await scene.pass(untilRetry(scene.receiver.received.length === 1))
  assert.equal((await get(id)).failingSince, null)
  const second = await fail()
  assert.notEqual(second, first)
  assertDone(await server.call('PATCH', `/api/v1/webhooks/${id}`, { isOn: false }))
  await scene.pass('P3D')
  assertDone(await server.call('PATCH', `/api/v1/webhooks/${id}`, { isOn: true }))
  await scene.pass()
  const after = await get(id)
  assert.deepEqual([after.isOn, after.failingSince > second], [true, true])
})

it('sends one delivery again, or the failed ones of a period', async () => {
  const { server, receiver } = scene
  const { id } = await scene.webhook()
  await made(server.call, parts, {})
  await scene.pass()
  const [{ id: first }] = (await scene.deliveries(id)) as [Body]
  assertDone(await server.call('POST', `/api/v1/webhooks/${id}/deliveries/${first}/replay`))
  await scene.pass()
  assert.deepEqual(
    receiver.received.map((one) => one.id),
    [first, first],
  )
  answerAll(500)
  await made(server.call, parts, {})
  await scene.pass('P3DT4H')
  assertDone(await server.call('PATCH', `/api/v1/webhooks/${id}`, { isOn: true }))
  const [failed] = await scene.deliveries(id, '&state=failed')
  answerAll(200)
  receiver.received.length = 0
  const replay = async (from: string, to: string): Promise<number> => {
    const answer = await server.call('POST', `/api/v1/webhooks/${id}/replay-failed`, { from, to })
    assertDone(answer)
    return answer.body.replayed
  }
  assert.equal(await replay('2001-01-01T00:00:00Z', failed.createdAt), 0)
  assert.equal(await replay(failed.createdAt, '2100-01-01T00:00:00Z'), 1)
  await scene.pass()
  assert.deepEqual(
    receiver.received.map((one) => one.id),
    [failed.id],
  )
  assert.deepEqual(
    (await scene.deliveries(id)).map(({ state }) => state),
    ['delivered', 'delivered'],
  )
})

it('removes deliveries after thirty days', async () => {
  const { server } = scene
  const { id } = await scene.webhook()
  await made(server.call, parts, {})
  await scene.pass()
  assert.equal((await scene.deliveries(id)).length, 1)
  await scene.pass('P31D')
  assert.deepEqual(await scene.deliveries(id), [])
})
