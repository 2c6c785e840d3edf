import assert from 'node:assert/strict'
import { describe, it, mock } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { readConfig } from '../../src/foundation/config/index.ts'
import { sql } from '../../src/foundation/db/sql.ts'
import { assertDone } from '../everything.ts'
import { type Answer, adminToken, type Body, startEmptyPlatform } from '../platform.ts'
import { testServerUrl } from '../postgres-server.ts'

const defaultLevel = readConfig({}, {}).logLevel

/** Starts a server at a level of the log; `lines` returns what it has written so far. */
async function startLogging(level: string) {
  const texts: string[] = []
  const writing = mock.method(process.stderr, 'write', (text: string) => texts.push(text) > 0)
  const server = await startEmptyPlatform({ LOG_LEVEL: level })
  return {
    ...server,
    lines: (): Body[] => texts.map((text) => JSON.parse(text)),
    /** Returns the line of a request. A client may have the answer before the line is written. */
    async lineOf({ headers }: Answer): Promise<Body> {
      const id = headers.get('x-request-id')!
      for (const untilMs = performance.now() + 60_000; performance.now() < untilMs; await wait(10)) {
        const line = this.lines().find(({ requestId, requestIds }) => requestId === id || requestIds?.includes(id))
        if (line !== undefined) return line
      }
      return assert.fail(`no line has the id ${id}`)
    },
    async [Symbol.asyncDispose]() {
      writing.mock.restore()
      await server[Symbol.asyncDispose]()
    },
  }
}

describe('the log of requests', () => {
  it('shows a refused sign-in at the default level, with the id of the client', async () => {
    await using server = await startLogging(defaultLevel)
    const input = { login: 'nobody', password: 'a wrong password' }
    const refused = await server.as('')('POST', '/api/v1/sign-in', input, { 'x-request-id': 'call 7' })
    assert.equal(refused.status, 401)
    const { level, message, clientRequestId, method, path, address, status, code } = await server.lineOf(refused)
    assert.deepEqual(
      { level, message, clientRequestId, method, path, address, status, code },
      {
        ...{ level: 'warn', message: 'sign-in refused', clientRequestId: 'call 7', method: 'POST' },
        ...{ path: '/api/v1/sign-in', address: '127.0.0.1', status: 401, code: refused.body.code },
      },
    )
    assert.equal((await server.call('GET', '/api/v1/me')).status, 200)
    // The line of a further refused sign-in would come after that of the request before.
    const again = await server.as('')('POST', '/api/v1/sign-in', input)
    assert.equal(again.status, 401)
    await server.lineOf(again)
    assert.equal(server.lines().length, 2)
  })

  it('shows a request that fails at the default level, with the id of the client and the cause', async () => {
    await using server = await startLogging(defaultLevel)
    await server.platform.database.single.rows(sql`alter table webhook rename to webhook_gone`)
    const failed = await server.call('GET', '/api/v1/webhooks', undefined, { 'x-request-id': 'call 8' })
    assert.deepEqual([failed.status, failed.body.code], [500, 'internal'])
    const { level, clientRequestId, method, path, status, error } = await server.lineOf(failed)
    assert.deepEqual(
      { level, clientRequestId, method, path, status },
      { level: 'error', clientRequestId: 'call 8', method: 'GET', path: '/api/v1/webhooks', status: 500 },
    )
    assert.match(error.stack, /relation "webhook" does not exist/)
  })

  it('shows writes that are refused because the database has no free connection, each with its id', {
    skip: testServerUrl() === undefined ? 'SKIPPED: set TEST_DATABASE_URL to a PostgreSQL server' : false,
  }, async () => {
    await using server = await startLogging(defaultLevel)
    const { database } = server.platform
    const release = Promise.withResolvers<void>()
    let held = 0
    const lent = Array.from({ length: 10 }, () =>
      database.transaction(async (tx) => {
        await tx.rows(sql`select 1`)
        held++
        await release.promise
      }),
    )
    const groups = '/pub/v1/scheme/namespaces/global/groups'
    const write = (id: string) => server.call('POST', groups, { code: id, __name: id }, { 'x-request-id': id })
    try {
      for (const untilMs = performance.now() + 60_000; held < 10 && performance.now() < untilMs; ) await wait(20)
      assert.equal(held, 10)
      for (const answer of await Promise.all([write('write_1'), write('write_2')])) {
        // After 5 s the driver would give up, with the code database.unavailable.
        const { success, code, retryAfter } = answer.body
        assert.deepEqual([answer.status, success, code, retryAfter > 0], [503, false, 'database.busy', true])
        assert.equal((await server.lineOf(answer)).error.code, 'database.busy')
      }
    } finally {
      release.resolve()
      await Promise.all(lent)
    }
    assertDone(await write('write_3'))
  })

  it('shows each request at the level info, with its user and its error, but without query and secrets', async () => {
    await using server = await startLogging('info')
    const me = await server.call('GET', '/api/v1/me?secret=query')
    const ofMe = await server.lineOf(me)
    assert.deepEqual([ofMe.operation, ofMe.path, ofMe.userId], ['getMe', '/api/v1/me', me.body.user.id])

    const missing = await server.call('GET', '/api/v1/imports/01a20cdb-4cfc-7000-a935-fdbecdd4813d')
    assert.equal(missing.status, 404)
    assert.equal((await server.lineOf(missing)).code, missing.body.code)

    const link = await server.as('')('GET', '/files/a-secret/report.pdf')
    assert.equal(link.status, 403)
    assert.equal((await server.lineOf(link)).path, '/files/{token}/{name}')
    for (const text of ['a-secret', adminToken])
      assert.ok(!JSON.stringify([ofMe, await server.lineOf(missing), await server.lineOf(link)]).includes(text), text)
  })
})
