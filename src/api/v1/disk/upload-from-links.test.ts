import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, describe, it } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { assertDone, assertRefused, aUser } from '../../../../test/everything.ts'
import { type Answer, type Body, startEmptyPlatform, type TestPlatform } from '../../../../test/platform.ts'
import { type OtherServer, otherServer } from '../../../foundation/outbound/other-server.fixture.ts'

let other: OtherServer
let started: TestPlatform
before(async () => {
  other = await otherServer(async (request, response) => {
    if (request.url!.startsWith('/slow')) await waitForFourRequests()
    if (request.url === '/cut.pdf')
      response.writeHead(200, { 'content-length': 9 }).write('a', () => response.destroy())
    else if (request.url === '/missing') response.writeHead(404).end()
    else if (request.url === '/inside') response.writeHead(302, { location: 'http://169.254.169.254/' }).end()
    else if (request.url === '/huge') response.writeHead(200, { 'content-length': 512 * 1024 ** 2 + 1 }).flushHeaders()
    else response.end(`bytes of ${request.url}`)
  })
  started = await startEmptyPlatform({ OUTBOUND_ALLOW: 'localhost', OUTBOUND_PORTS: `443,${other.port}` })
})
after(async () => {
  await started[Symbol.asyncDispose]()
  await other[Symbol.asyncDispose]()
})

/** The number of requests that the other server received at the same time, one entry for each group of requests. */
const concurrentRequests: number[] = []
const waiting: (() => void)[] = []

/** Waits until four requests have arrived, and then gives a fifth request a moment to arrive. */
async function waitForFourRequests(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  if (waiting.push(resolve) === 4) {
    await wait(50)
    concurrentRequests.push(waiting.length)
    for (const go of waiting.splice(0)) go()
  }
  return promise
}

const link = (path: string): string => `http://localhost:${other.port}${path}`
const send = (downloadLinks: unknown, call = started.call): Promise<Answer> =>
  call('POST', '/pub/v1/disk/uploads/from-link', { downloadLinks })
const errorsOf = ({ body }: Answer): string[] => body.items.map(({ code }: Body) => code ?? 'fetched')

describe('links', () => {
  it('become temporary uploads of the caller, one entry each, in their order', async () => {
    const { files, people } = started.platform.context
    const userId = await people.administrator()
    const answer = await send([link('/a/report.pdf'), link('/b%20c.csv'), link('/a/report.pdf')])
    assertDone(answer)
    const uploads = await Promise.all(
      answer.body.items.map(({ hash }: { hash: string }) => files.temporaryByHash(userId, hash)),
    )
    assert.deepEqual(
      uploads.map(({ name, path }) => [name, readFileSync(path, 'utf8')]),
      [
        ['report.pdf', 'bytes of /a/report.pdf'],
        ['b c.csv', 'bytes of /b%20c.csv'],
        ['report.pdf', 'bytes of /a/report.pdf'],
      ],
    )
    const stranger = await aUser(started, { login: 'stranger' })
    assert.equal(await files.temporaryByHash(stranger.id, answer.body.items[0].hash), undefined)
  })

  it('that fail are reported in their entries, and the other uploads exist', async () => {
    const answer = await send([
      link('/1'),
      link('/missing'),
      link('/inside'),
      link('/cut.pdf'),
      link('/huge'),
      link('/2'),
    ])
    assertRefused(answer, 422, 'files.some_failed', /4 of 6/)
    assert.deepEqual(errorsOf(answer), [
      'fetched',
      'outbound.refused',
      'outbound.not_allowed',
      'outbound.broken_answer',
      'outbound.too_large',
      'fetched',
    ])
    assert.deepEqual(Object.keys(answer.body.items[0]), ['hash'])
    assert.match(answer.body.items[2].error, /^address not allowed/)
    const { files, people } = started.platform.context
    const file = await files.temporaryByHash(await people.administrator(), answer.body.items[5].hash)
    assert.equal(file?.name, '2')
  })

  it('cannot lead to internal addresses, unless these are allowed by name', async () => {
    const connections = other.connections()
    const answer = await send([
      `http://127.0.0.1:${other.port}/`,
      `http://[::ffff:127.0.0.1]:${other.port}/`,
      `http://user:password@localhost:${other.port}/`,
      'file:///etc/passwd',
      'http://localhost:5432/',
      '',
    ])
    assert.equal(answer.status, 422)
    assert.deepEqual(new Set(errorsOf(answer)), new Set(['outbound.not_allowed']))
    assert.equal(other.connections(), connections)
  })

  it('may be none, at most 20, and have to be texts', async () => {
    const none = await send([])
    assertDone(none)
    assert.deepEqual(none.body.items, [])
    assertRefused(await send(Array(21).fill('')), 400, 'input.wrong', /20/)
    for (const wrong of [undefined, 'x', [1], [null], { 0: 'x' }])
      assertRefused(await send(wrong), 400, 'input.wrong', /downloadLinks/)
  })

  it('are fetched four at a time for one user, over all requests of the user', async () => {
    const many = Array.from({ length: 8 }, (_, at) => link(`/slow/${at}`))
    for (const answer of await Promise.all([send(many), send(many)])) assertDone(answer)
    assert.deepEqual(concurrentRequests.splice(0), [4, 4, 4, 4])
  })

  it('are fetched four at a time as well when each request has one link', async () => {
    const singles = Array.from({ length: 8 }, (_, at) => send([link(`/slow/${at}`)]))
    for (const answer of await Promise.all(singles)) assertDone(answer)
    assert.deepEqual(concurrentRequests.splice(0), [4, 4])
  })
})
