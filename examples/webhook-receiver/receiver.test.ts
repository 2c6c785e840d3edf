import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { after, before, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { assertDone, type Everything, made, parts, startEverything } from '../../test/everything.ts'

let port: number
let server: Everything
let receiver: ChildProcess
let output = ''
let secret: string
let url: string
before(async () => {
  port = await freePort()
  url = `http://127.0.0.1:${port}/`
  server = await startEverything({ OUTBOUND_ALLOW: '127.0.0.1', OUTBOUND_PORTS: String(port), TEST_CLOCK: '1' })
  const input = { name: 'the example', url, events: ['element.created'], applications: ['all.parts'] }
  const created = await server.call('POST', '/api/v1/webhooks', input)
  assertDone(created)
  secret = created.body.secret
  const program = fileURLToPath(new URL('receiver.js', import.meta.url))
  receiver = spawn(process.execPath, [program], { env: { WEBHOOK_SECRET: secret, PORT: String(port) } })
  receiver.stdout!.on('data', (chunk) => {
    output += chunk
  })
  while (!output.includes('waiting')) await once(receiver.stdout!, 'data')
})
after(async () => {
  receiver.kill()
  await server[Symbol.asyncDispose]()
})

it('accepts and prints what the server sends', async () => {
  const { __id } = await made(server.call, parts, { __name: 'Bolt' })
  for (let left = 300; left > 0 && !output.includes(__id); left--) await once(receiver.stdout!, 'data')
  assert.match(output, /element\.created/)
})

it('refuses a request that is not signed', async () => {
  const before = output
  for (const signature of ['', 'v1,', 'v1,AAAA'])
    assert.equal((await send({ 'webhook-signature': signature })).status, 401)
  assert.equal(output, before)
})

const send = (headers: Record<string, string>) =>
  fetch(url, {
    method: 'POST',
    body: '{}',
    headers: { 'webhook-id': 'x', 'webhook-timestamp': String(Math.floor(Date.now() / 1000)), ...headers },
  })

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port: free } = probe.address() as { port: number }
  probe.close()
  await once(probe, 'close')
  return free
}
