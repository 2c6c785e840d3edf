import assert from 'node:assert/strict'
import { after, afterEach, before, it } from 'node:test'
import { assertDone, aUser, changed, made, parts, things } from '../../../test/everything.ts'
import { isSignedWith, type Scene, startScene } from './receiver.fixture.ts'

let scene: Scene
before(async () => {
  scene = await startScene()
})
after(() => scene[Symbol.asyncDispose]())

/** Each test begins without webhooks and without received requests. */
afterEach(async () => {
  const { body } = await scene.server.call('GET', '/api/v1/webhooks')
  for (const { id } of body.result.result) assertDone(await scene.server.call('DELETE', `/api/v1/webhooks/${id}`))
  scene.receiver.received.length = 0
  scene.receiver.answer = (_request, response) => void response.writeHead(204).end()
})

it('sends a signed request for each event of the applications and kinds that a webhook has subscribed to', async () => {
  const { server, receiver } = scene
  const { id, secret } = await scene.webhook({ events: ['element.created', 'element.deleted'] })
  const { __id } = await made(server.call, parts, { __name: 'Bolt' })
  await changed(server.call, parts, __id, { __name: 'Nut' })
  await made(server.call, things, { title: 'Box' })
  assertDone(await server.call('POST', '/api/v1/elements/all/parts/bulk', { ids: [__id], action: { delete: true } }))
  await scene.pass()
  assert.deepEqual(
    receiver.received.map(({ body }) => [body.type, body.data]),
    [
      ['element.created', { namespace: 'all', code: 'parts', id: __id, revision: 1, by: server.userId }],
      ['element.deleted', { namespace: 'all', code: 'parts', id: __id, revision: 3, by: server.userId }],
    ],
  )
  assert.ok(receiver.received.every((one) => isSignedWith(secret, one)))
  const deliveries = await scene.deliveries(id)
  assert.deepEqual(
    deliveries.map((one) => [one.id, one.state, one.attempts, one.status, one.application, one.elementId]),
    receiver.received.map((one) => [one.id, 'delivered', 1, 204, 'all.parts', __id]),
  )
})

it('sends the events of all applications of a namespace, and of all applications when none is chosen', async () => {
  const { server, receiver } = scene
  await scene.webhook({ applications: [], namespaces: ['all'] })
  await scene.webhook({ applications: [] })
  await scene.webhook({ applications: [], namespaces: ['docs'] })
  await made(server.call, things, { title: 'Box' })
  await scene.pass()
  assert.equal(receiver.received.length, 2)
})

it('sends elements as the chosen user sees them, and nothing of elements that this user cannot see', async () => {
  const { server, receiver } = scene
  const reader = await aUser(server, { login: 'hook-reader' })
  const access = '/api/v1/applications/all/parts/access'
  const { id } = await scene.webhook({
    userId: reader.id,
    includeElement: true,
    events: ['element.created', 'element.updated'],
  })
  const fields = [{ fields: ['weight'], to: [server.userId], may: ['read'] }]
  const elements = [{ to: [reader.id], may: ['view'], where: "[code] = 'open'" }]
  assertDone(await server.call('PUT', access, { elements, fields }))
  try {
    const open = await made(server.call, parts, { __name: 'Seen', code: 'open', weight: 1 })
    await made(server.call, parts, { __name: 'Hidden', code: 'closed' })
    // The element is sent as it is at the time of sending.
    await scene.pass()
    await changed(server.call, parts, open.__id, { __name: 'Seen again', weight: 2 })
    await scene.pass()
  } finally {
    assertDone(await server.call('PUT', access, {}))
  }
  assert.deepEqual(
    receiver.received.map(({ body: { type, data } }) => [type, data.element.__name, 'weight' in data.element]),
    [
      ['element.created', 'Seen', false],
      ['element.updated', 'Seen again', false],
    ],
  )
  assert.deepEqual(receiver.received[1]!.body.data.changedFields, ['__name'])
  const states = (await scene.deliveries(id)).map(({ state }) => state)
  assert.deepEqual(states.sort(), ['delivered', 'delivered', 'skipped'])
})

it('names all changed fields to an administrator', async () => {
  const { server, receiver } = scene
  await scene.webhook({ includeElement: true, events: ['element.updated'] })
  const { __id } = await made(server.call, parts, { __name: 'A', weight: 1 })
  await changed(server.call, parts, __id, { weight: null })
  await scene.pass()
  const [{ body }] = receiver.received as [(typeof receiver.received)[0]]
  assert.deepEqual([body.data.changedFields, body.data.element.weight], [['weight'], null])
})

it('sends nothing to addresses inside the network that the operator has not allowed', async () => {
  const { server } = scene
  const { id } = await scene.webhook({ url: 'http://127.0.0.2:8080/admin' })
  await made(server.call, parts, {})
  await scene.pass()
  const [delivery] = await scene.deliveries(id)
  assert.deepEqual([delivery.state, delivery.status], ['pending', null])
  assert.ok(delivery.attempts > 0)
  assert.match(delivery.problem, /not allowed/)
})

it('does not follow redirects', async () => {
  const { server, receiver } = scene
  const { id } = await scene.webhook()
  receiver.answer = (_request, response) =>
    void response.writeHead(307, { location: `${receiver.url}/elsewhere` }).end()
  await made(server.call, parts, {})
  await scene.pass()
  assert.deepEqual([...new Set(receiver.received.map(({ path }) => path))], ['/hook'])
  assert.match((await scene.deliveries(id))[0].problem, /responded with 307/)
})

it('keeps the beginnings of the request and of the response', async () => {
  const { server, receiver } = scene
  const { id } = await scene.webhook()
  receiver.answer = (_request, response) => void response.writeHead(200).end(`a\0б${'x'.repeat(5000)}`)
  await made(server.call, parts, {})
  await scene.pass()
  const [{ id: deliveryId }] = await scene.deliveries(id)
  const { body } = await server.call('GET', `/api/v1/webhooks/${id}/deliveries/${deliveryId}`)
  assert.equal(body.delivery.request, receiver.received[0]!.text)
  assert.deepEqual([body.delivery.response.slice(0, 3), body.delivery.response.length], ['aбx', 1999])
  assert.deepEqual(
    body.delivery.log.map(({ status, problem }: { status: number; problem: string | null }) => [status, problem]),
    [[200, null]],
  )
})
