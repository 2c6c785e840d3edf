// Takes long: it looks for planted faults.
// Runs on the embedded database only: it tests the fuzzer, not the database.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { after, before, describe, it } from 'node:test'
import { answerBrokenConnection } from '../../src/foundation/http/broken-connection.ts'
import { things } from '../everything.ts'
import { written } from './drafts.ts'
import { createExamine } from './examine.ts'
import { examples } from './examples.ts'
import { type Fuzzed, startFuzzed } from './fuzzed.ts'
import { burn } from './heartbeat.ts'
import { mutations } from './mutations.ts'
import { requestsOf } from './plans.ts'
import { type Reply, type Request, send } from './request.ts'
import { search } from './search.ts'

let fuzzed: Fuzzed
before(async () => {
  fuzzed = await startFuzzed()
})
after(() => fuzzed[Symbol.asyncDispose]())

interface Seen {
  readonly path: string
  readonly body: string
  readonly answer: Reply
}

/** A simulated bug of a server: returns the wrong answer, or a falsy value if the bug has no effect. */
type Mistake = (seen: Seen) => unknown | Promise<unknown>

const planted: readonly [what: string, expected: RegExp, mistake: Mistake][] = [
  ['a crash on NUL', /answered with 500/, ({ body }) => body.includes('\\u0000') && [500, failure('oh')]],
  ['a crash on half a pair', /answered with 500/, ({ body }) => body.includes('\\ud800') && [500, failure('oh')]],
  ['a crash on deep JSON', /answered with 500/, ({ body }) => body.includes('[[[[[[') && [500, failure('oh')]],
  ['a crash on a word of the path', /answered with 500/, ({ path }) => path.includes('%zz') && [500, failure('oh')]],
  [
    'words of the database',
    /internal detail: syntax error/,
    ({ answer }) => answer.body.field === 'size' && [400, failure('syntax error at or near "x"')],
  ],
  [
    'a stack',
    /internal detail: {2}at file:/,
    ({ answer }) => answer.status === 401 && [401, failure('Error at file:///x.ts:1')],
  ],
  ['a failure without a sentence', /no sentence/, ({ answer }) => answer.status === 404 && [404, failure('')]],
  [
    'a success that failed',
    /success: true with 400/,
    ({ answer }) => answer.status === 400 && [400, { success: true, error: '' }],
  ],
  [
    'a page instead of JSON',
    /content type other than JSON/,
    ({ answer }) => answer.status === 405 && [405, '<h1>no</h1>'],
  ],
  [
    'work for each of many keys',
    /stopped the event loop/,
    ({ body, answer }) => {
      if (body.split('":', 50_000).length < 50_000) return undefined
      burn(400)
      return [answer.status, answer.body]
    },
  ],
  [
    'a write that is refused afterwards',
    /wrote something/,
    async ({ answer }) => {
      if (answer.status !== 400) return undefined
      await fuzzed.call('POST', `${things}/create`, { context: { title: 'left behind' } })
      return [400, answer.body]
    },
  ],
  [
    'a status that the document lacks',
    /undocumented status 410/,
    ({ answer }) => answer.status === 404 && [410, answer.body],
  ],
  [
    'an answer without a member of its schema',
    /answer outside its schema: "result" is missing/,
    ({ path, answer }) =>
      path.startsWith('/pub/v1/') && answer.body.result && [answer.status, { success: true, error: '' }],
  ],
  [
    'an unknown key that is ignored',
    /accepted an input outside its schema: unknown field/,
    ({ path, answer }) =>
      path.startsWith('/api/v1/') &&
      /^unknown field ".*" in the body/.test(answer.body.error) && [200, { success: true, error: '' }],
  ],
  [
    'a value of a wrong type that is accepted',
    /accepted an input outside its schema: .*must be/,
    ({ body, answer }) =>
      body !== '' &&
      answer.status === 400 &&
      /must be (a string|an integer)/.test(answer.body.error) && [200, { success: true, error: '' }],
  ],
]

describe('a bug of a server is found by the fuzzer:', () => {
  for (const [what, expected, mistake] of planted) {
    it(what, async () => {
      await using faulty = await startFaulty(mistake)
      const examine = createExamine({ ...fuzzed, url: faulty.url })
      const requests = requestsOf(fuzzed.endpoints, fuzzed.drafts, mutations)
      const found = await search(fuzzed, examine, requests, { runs: 3000, seed: 1, shrinkMs: 50 })
      assert.match(found?.problems.join('; ') ?? 'nothing found', expected)
    })
  }
})

describe('a request that a busy machine answers slowly', () => {
  it('counts by its first answer, though its repetition is refused', async () => {
    const example = examples.find(({ name }) => name === 'startSheet POST 0 own')!
    const request = written(await fuzzed.drafts.draftOf(example))
    const answered: number[] = []
    await using slow = await startFaulty(({ answer: { status } }) => {
      if (answered.length === 0) burn(400)
      answered.push(status)
    })
    const examine = createExamine({ ...fuzzed, url: slow.url })
    assert.deepEqual(await examine(request), { problems: [], status: 200 })
    assert.deepEqual(answered, [200, 409])
  })
})

const failure = (error: string): object => ({ success: false, error, code: 'some.code', requestId: 'x' })

/** Starts a proxy in front of the real server that replaces the answers that the bug affects. */
async function startFaulty(mistake: Mistake): Promise<AsyncDisposable & { url: string }> {
  const listener: RequestListener = async (request, reply) => {
    const sent = await requestOf(request)
    const answer = await send(fuzzed.url, sent)
    const [status, told] = ((await mistake({ ...sent, answer })) || [answer.status, answer.body]) as [number, unknown]
    const text = typeof told === 'string' ? told : JSON.stringify(told)
    const type = typeof told === 'string' ? 'text/html' : 'application/json; charset=utf-8'
    reply.writeHead(status, { 'content-type': type, 'content-length': Buffer.byteLength(text) }).end(text)
  }
  const server = createServer({ maxHeaderSize: 64 * 1024 }, listener).listen(0, '127.0.0.1')
  // Node refuses some requests itself; they are answered as by the real server.
  server.on('clientError', answerBrokenConnection)
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  return {
    url: `http://127.0.0.1:${port}`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

async function requestOf(request: IncomingMessage): Promise<Request> {
  const headers = Object.entries(request.headersDistinct).flatMap(([name, values]) =>
    ['host', 'connection', 'content-length'].includes(name) ? [] : values!.map((value) => `${name}: ${value}`),
  )
  return {
    method: request.method!,
    path: request.url!,
    headers,
    body: (await buffer(request)).toString('latin1'),
    isBytes: true,
  }
}
