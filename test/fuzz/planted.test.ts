// Runs on the embedded database only: it tests the fuzzer, not the database.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { after, before, describe, it } from 'node:test'
import fc from 'fast-check'
import { answerBrokenConnection } from '../../src/foundation/http/broken-connection.ts'
import { type Everything, startEverything, things } from '../everything.ts'
import { written } from './drafts.ts'
import { createExamine } from './examine.ts'
import { burn } from './heartbeat.ts'
import { type Known, makeKnown } from './known.ts'
import { mutations } from './mutations.ts'
import { type Reply, type Request, send } from './request.ts'
import { documentedDrafts, search } from './search.ts'

let started: Everything
let known: Known
before(async () => {
  started = await startEverything({ LOG_LEVEL: 'silent' })
  known = await makeKnown(started.call, started.userId)
})
after(() => started[Symbol.asyncDispose]())

interface Seen {
  readonly path: string
  readonly body: string
  readonly answer: Reply
}

/** Simulates a bug of a server: returns the wrong answer, or a falsy value where the bug does not show. */
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
      if (!body.includes('"k99999":1')) return undefined
      burn(400)
      return [answer.status, answer.body]
    },
  ],
  [
    'a write that is refused afterwards',
    /wrote something/,
    async ({ answer }) => {
      if (answer.status !== 400) return undefined
      await started.call('POST', `${things}/create`, { context: { title: 'left behind' } })
      return [400, answer.body]
    },
  ],
]

describe('a bug of a server is found by the fuzzer:', () => {
  for (const [what, expected, mistake] of planted) {
    it(what, async () => {
      await using faulty = await startFaulty(mistake)
      const examine = createExamine({ ...started, url: faulty.url }, known)
      const pairs = fc.tuple(await documentedDrafts(started), mutations)
      const requests = pairs.map(([draft, mutation]) => written(mutation(draft)))
      const found = await search(started, examine, requests, { runs: 3000, seed: 1, shrinkMs: 50 })
      assert.match(found?.problems.join('; ') ?? 'nothing found', expected)
    })
  }
})

const failure = (error: string): object => ({ success: false, error, code: 'some.code', requestId: 'x' })

/** Starts a proxy before the real server that replaces answers where the bug shows. */
async function startFaulty(mistake: Mistake): Promise<AsyncDisposable & { url: string }> {
  const listener: RequestListener = async (request, reply) => {
    const sent = await requestOf(request)
    const answer = await send(started.url, sent)
    const [status, told] = ((await mistake({ ...sent, answer })) || [answer.status, answer.body]) as [number, unknown]
    const text = typeof told === 'string' ? told : JSON.stringify(told)
    const type = typeof told === 'string' ? 'text/html' : 'application/json; charset=utf-8'
    reply.writeHead(status, { 'content-type': type, 'content-length': Buffer.byteLength(text) }).end(text)
  }
  const server = createServer({ maxHeaderSize: 64 * 1024 }, listener).listen(0, '127.0.0.1')
  // Requests that Node itself refuses are answered as the real server does.
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
  return { method: request.method!, path: request.url!, headers, body: (await buffer(request)).toString() }
}
