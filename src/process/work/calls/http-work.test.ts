import assert from 'node:assert/strict'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { describe, it } from 'node:test'
import { otherServer } from '../../../foundation/outbound/other-server.fixture.ts'
import type { WorkCall, WorkOutcome } from '../../execution/work.ts'
import { callWith } from './calls.fixture.ts'
import { httpWork } from './http-work.ts'

type Answering = (request: IncomingMessage, response: ServerResponse) => void

const secrets = { CRM_KEY: 'Bearer top-secret' }

async function run(
  answering: Answering,
  parameters: Readonly<Record<string, unknown>> = {},
  more: Partial<WorkCall> = {},
): Promise<WorkOutcome> {
  await using server = await otherServer(answering)
  const work = httpWork({ outbound: server.outbound, secrets })
  assert.equal(work.place, 'outside')
  const url = `http://open.test:${server.port}/orders`
  return await (work as Extract<typeof work, { place: 'outside' }>).run(callWith({ url, ...parameters }, more))
}

const answer =
  (status: number, body = '', headers: Record<string, string> = {}): Answering =>
  (_, response) =>
    void response.writeHead(status, headers).end(body)
const json = { 'content-type': 'application/json; charset=utf-8' }

describe('the action http', () => {
  it('sends a GET without a body, and returns status, headers and the JSON of the answer', async () => {
    let method: string | undefined
    const outcome = await run((request, response) => {
      method = request.method
      answer(200, '{"total": 5}', { ...json, 'x-page': '1', 'set-cookie': 'a=b' })(request, response)
    })
    assert.equal(method, 'GET')
    assert.ok(outcome.type === 'done')
    const { status, headers, body } = outcome.variables as {
      status: number
      headers: Record<string, string>
      body: unknown
    }
    assert.deepEqual([status, headers['x-page'], headers['set-cookie'], body], [200, '1', undefined, { total: 5 }])
  })

  it('sends a value as JSON and a text as text, with a key that is the same in all attempts', async () => {
    const asked: IncomingMessage[] = []
    const bodies: string[] = []
    const answering: Answering = async (request, response) => {
      asked.push(request)
      bodies.push(await text(request))
      response.end('ok')
    }
    const call = callWith({})
    for (const [attempt, body] of [
      [1, { id: 7 }],
      [2, 'plain'],
    ] as const)
      await run(answering, { body, 'header.X-Kind': 'order' }, { instance: call.instance, wait: call.wait, attempt })
    assert.deepEqual(bodies, ['{"id":7}', 'plain'])
    assert.deepEqual(
      asked.map(({ method, headers }) => [
        method,
        headers['content-type'],
        headers['x-kind'],
        headers['idempotency-key'],
      ]),
      [
        ['POST', 'application/json', 'order', `${call.instance.id}:${call.wait}`],
        ['POST', 'text/plain; charset=utf-8', 'order', `${call.instance.id}:${call.wait}`],
      ],
    )
  })

  it('sends a secret in a header, and keeps it out of what is stored', async () => {
    let sent: string | undefined
    const echo: Answering = (request, response) => {
      sent = request.headers.authorization
      answer(request.url === '/orders' ? 200 : 500, JSON.stringify({ echo: [sent] }), { ...json, 'x-echo': sent! })(
        request,
        response,
      )
    }
    const settings = { secrets: { 'header.Authorization': 'CRM_KEY' } }
    const outcome = await run(echo, {}, { settings })
    assert.equal(sent, 'Bearer top-secret')
    assert.ok(outcome.type === 'done' && !JSON.stringify(outcome).includes('top-secret'))
    assert.deepEqual(outcome.variables.body, { echo: ['***'] })
    const refused = await run(
      (request, response) => answer(400, `no: ${request.headers.authorization}`)(request, response),
      {},
      { settings },
    )
    assert.deepEqual(refused, { type: 'failed', message: 'the other system answered with 400: no: ***', isFinal: true })
  })

  it('repeats what may pass, and stops at what will not', async () => {
    for (const status of [408, 409, 425, 429, 500, 502, 503, 504]) {
      const outcome = await run(answer(status))
      assert.deepEqual(outcome, { type: 'failed', message: `the other system answered with ${status}` })
    }
    for (const status of [300, 302, 304, 400, 401, 403, 404, 410, 422]) {
      const outcome = await run(answer(status, '', { location: '/elsewhere' }))
      assert.deepEqual(outcome, { type: 'failed', message: `the other system answered with ${status}`, isFinal: true })
    }
  })

  it('obeys Retry-After in seconds and as a date', async () => {
    for (const [given, ms] of [
      ['7', 7_000],
      ['Mon, 02 Mar 2026 09:02:00 GMT', 120_000],
      ['Mon, 02 Mar 2020 09:02:00 GMT', 0],
      ['9999999999', 86_400_000],
    ] as const) {
      const outcome = await run(answer(503, '', { 'retry-after': given }))
      assert.equal(outcome.type === 'failed' && outcome.retryAfterMs, ms, given)
    }
    assert.ok(!('retryAfterMs' in (await run(answer(503, '', { 'retry-after': 'soon' })))))
  })

  it('repeats without an answer, with an incomplete answer, and when no public address is known', async () => {
    const broken: Answering = (_, response) => {
      response.writeHead(200, { 'content-length': 900 })
      response.write('a', () => response.destroy())
    }
    for (const answering of [broken, ((request) => request.socket.destroy()) as Answering]) {
      const outcome = await run(answering)
      assert.ok(outcome.type === 'failed' && outcome.isFinal !== true, JSON.stringify(outcome))
    }
    const slow = await run(() => {}, {}, { settings: { timeoutMs: 50 } })
    assert.ok(slow.type === 'failed' && slow.isFinal !== true && slow.message.includes('0.05 s'), JSON.stringify(slow))
    for (const url of ['http://127.0.0.1/', 'file:///etc/passwd', 'http://open.test:1/', 'nonsense']) {
      const outcome = await run(answer(200), { url })
      assert.ok(outcome.type === 'failed' && outcome.message.startsWith('address not allowed'), url)
      assert.notEqual(outcome.isFinal, true, 'a name that cannot be resolved now may be resolved later')
    }
  })

  it('fails at once when its settings cannot be sent', async () => {
    for (const [parameters, message] of [
      [{ method: 'BREW' }, 'the method "BREW" is unknown'],
      [{ method: 'get', body: 'x' }, 'a request with the method GET cannot have a body'],
      [{ url: 5 }, 'the setting "url" must be a text'],
      [{ 'header.X': 'a\r\nb: c' }, 'the setting "header.X" is too long or has characters'],
      [{ 'header.X': 'ы' }, 'the setting "header.X" is too long or has characters'],
    ] as const) {
      const outcome = await run(answer(200), parameters)
      assert.ok(
        outcome.type === 'failed' && outcome.isFinal && outcome.message.includes(message),
        JSON.stringify(outcome),
      )
    }
    const missing = await run(answer(200), {}, { settings: { secrets: { 'header.X': 'OTHER' } } })
    assert.match(JSON.stringify(missing), /set SECRET_OTHER where the server is started.*"isFinal":true/)
  })

  it('fails at once when the answer is too large, is not the JSON that it claims to be, or is nested too deeply', async () => {
    for (const [answering, message] of [
      [answer(200, 'x'.repeat(1024 ** 2 + 1)), 'more than 1 MiB'],
      [answer(200, '{"a":', json), 'answered with 200, but'],
      [answer(200, '['.repeat(200) + ']'.repeat(200), json), 'nested'],
      [answer(200, '{"__proto__": {"a": 1}}', json), '__proto__'],
    ] as const) {
      const outcome = await run(answering)
      assert.ok(
        outcome.type === 'failed' && outcome.isFinal && outcome.message.includes(message),
        JSON.stringify(outcome),
      )
    }
  })

  it('returns other content as text, and nothing as null', async () => {
    const plain = await run(answer(201, 'зелёный\0'))
    assert.ok(plain.type === 'done')
    assert.deepEqual([plain.variables.status, plain.variables.body], [201, 'зелёный'])
    const empty = await run(answer(204))
    assert.ok(empty.type === 'done' && empty.variables.body === null)
  })

  it('throws when it is aborted, so that the job is repeated', async () => {
    const ending = new AbortController()
    await assert.rejects(run(() => ending.abort(), {}, { signal: ending.signal }))
  })
})
