// Takes long: it kills servers while they send.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { startReceiver } from '../../src/modules/webhooks/receiver.fixture.ts'
import { writeZip } from '../../src/solutions/files/write-zip.ts'
import { testPlace } from '../database.ts'
import { assertDone } from '../everything.ts'
import { adminToken } from '../kill/api-client.ts'
import { type Server, startServer } from '../kill/server.ts'
import { type Body, callAs } from '../platform.ts'
import { freePort } from '../server-process.ts'

const elements = 6
const patienceMs = 60_000
const solution = new Map([
  ['solution.yaml', 'code: shop\nname: Shop\nversion: 1.0.0\n'],
  ['namespaces/shop/namespace.yaml', 'name: Shop\n'],
  ['namespaces/shop/apps/orders.yaml', 'name: Orders\nfields: [{ code: number, type: string }]\n'],
])

it('a delivery keeps its id when the server is killed between the request and its record', async () => {
  await using receiver = await startReceiver()
  const place = await testPlace()
  const port = await freePort()
  const environment = { OUTBOUND_ALLOW: '127.0.0.1', OUTBOUND_PORTS: String(receiver.port) }
  const start = (): Promise<Server> =>
    startServer({ dataDir: place.dataDir, port, databaseUrl: place.databaseUrl, environment })
  let server = await start()
  const call = callAs(server.url, adminToken)
  try {
    assertDone(await call('POST', '/api/v1/solutions/apply', await writeZip(solution)))
    const input = { name: 'test', url: receiver.url, events: ['element.created'] }
    const created = await call('POST', '/api/v1/webhooks', input)
    assertDone(created)
    const { id } = created.body.webhook

    // The first request kills the server, so the server cannot record its success.
    const killed = Promise.withResolvers<void>()
    receiver.answer = () => server.kill().then(killed.resolve, killed.reject)
    for (let number = 0; number < elements; number++)
      await call('POST', '/pub/v1/app/shop/orders/create', { context: { number: `${number}` } }).catch(() => {})
    await killed.promise
    const before = new Set(receiver.received.map((one) => one.id))
    assert.ok(before.size > 0)
    receiver.answer = (_request, response) => void response.writeHead(204).end()
    server = await start()

    const list = await call('POST', '/pub/v1/app/shop/orders/list', { size: 100 })
    assertDone(list)
    const stored: Body[] = list.body.result.result
    const deliveries = async (): Promise<Body[]> => {
      const answer = await call('GET', `/api/v1/webhooks/${id}/deliveries?size=100`)
      assertDone(answer)
      return answer.body.result.result
    }
    const untilMs = performance.now() + patienceMs
    while ((await deliveries()).filter(({ state }) => state === 'delivered').length < stored.length) {
      assert.ok(performance.now() < untilMs, JSON.stringify(await deliveries()))
      await sleep(100)
    }
    assert.deepEqual((await deliveries()).map((one) => one.elementId).sort(), stored.map((one) => one.__id).sort())
    const ids = new Map(receiver.received.map(({ body, id }) => [body.data.id, id]))
    // Each element has exactly one delivery id, even if its request was sent twice.
    assert.equal(new Set(receiver.received.map((one) => one.id)).size, ids.size)
    assert.ok(receiver.received.length > ids.size, 'no request came twice')
    for (const one of before) assert.equal(receiver.received.filter((request) => request.id === one).length, 2)
  } finally {
    await server.stop()
    await place.remove()
  }
})
