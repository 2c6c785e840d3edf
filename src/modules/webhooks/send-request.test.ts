import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createOutbound } from '../../foundation/outbound/index.ts'
import { startReceiver } from './receiver.fixture.ts'
import { sendRequest } from './send-request.ts'
import { newWebhookSecret } from './signature.ts'

async function send(url: string, port: number, withinMs = 5_000) {
  const outbound = createOutbound({ allow: ['127.0.0.1'], ports: [port] })
  const request = { id: 'one', timestamp: 1, body: '{}' }
  return sendRequest(url, request, { outbound, secrets: [newWebhookSecret()], withinMs })
}

it('treats a receiver that does not answer in time as a failure', async () => {
  await using receiver = await startReceiver()
  receiver.answer = () => {}
  const { status, problem, response } = await send(receiver.url, receiver.port, 200)
  assert.deepEqual([status, response], [null, null])
  assert.match(problem!, /not complete after 0.2 s/)
})

it('treats a receiver that begins an answer and never ends it as a failure', async () => {
  await using receiver = await startReceiver()
  receiver.answer = (_request, response) => void response.writeHead(200).write('begin')
  const { status, problem } = await send(receiver.url, receiver.port, 200)
  assert.equal(status, null)
  assert.match(problem!, /not complete/)
})

it('sends nothing to a stored address that is refused today', async () => {
  await using receiver = await startReceiver()
  let requests = 0
  receiver.answer = (_request, response) => {
    requests += 1
    response.end()
  }
  const { host } = new URL(receiver.url)
  const outbound = createOutbound({ ports: [receiver.port] })
  const request = { id: 'one', timestamp: 1, body: '{}' }
  const problemOf = async (url: string) =>
    (await sendRequest(url, request, { outbound, secrets: [newWebhookSecret()], withinMs: 5_000 })).problem
  assert.match((await problemOf(`http://user:word@${host}/`))!, /it contains a user name or a password/)
  assert.match((await problemOf(receiver.url))!, /address not allowed/)
  assert.equal(requests, 0)
})

it('treats a broken connection and a closed port as failures with the same words', async () => {
  const receiver = await startReceiver()
  receiver.answer = (_request, response) => void response.destroy()
  const broken = await send(receiver.url, receiver.port)
  await receiver[Symbol.asyncDispose]()
  assert.deepEqual(await send(receiver.url, receiver.port), broken)
  assert.match(broken.problem!, /no web server responded/)
})
