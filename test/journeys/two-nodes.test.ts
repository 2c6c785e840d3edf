import assert from 'node:assert/strict'
import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { type EventClient, openEvents } from '../../src/api/management/events/events.fixture.ts'
import { zipFolder } from '../../src/cli/solution-zip.ts'
import { rootId } from '../../src/files/index.ts'
import { groupIdOf } from '../../src/people/index.ts'
import { ownPage } from '../browser.ts'
import { testPlace } from '../database.ts'
import { assertDone, item } from '../everything.ts'
import { type Call, callAs } from '../platform.ts'
import { createServerDatabase } from '../postgres-server.ts'
import { readyUrl, runChancery, type ServerProcess } from '../server-process.ts'

const skip = process.env.TEST_DATABASE_URL ? false : 'SKIPPED: set TEST_DATABASE_URL to a PostgreSQL server'
const adminToken = 'administrator-of-two-nodes'
const cases = '/pub/v1/app/law/cases'
/** Maximum time until a change on one node applies on the other, doubled for a busy machine. */
const agreedWithinMs = 2_000

describe('two server processes on one database, with a folder that they share', { skip }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'chancery-nodes-'))
  const nodes: { process: ServerProcess; url: string; call: Call }[] = []
  const closers: (() => Promise<unknown> | unknown)[] = [() => rmSync(folder, { recursive: true, force: true })]
  const on = (at: 0 | 1, token = adminToken): Call => callAs(nodes[at]!.url, token)

  before(async () => {
    const place = await testPlace()
    closers.push(() => place.remove())
    for (const name of ['a', 'b']) {
      const server = runChancery(['serve'], {
        PORT: '0',
        DATA_DIR: join(folder, name),
        FILES_DIR: join(folder, 'shared'),
        DATABASE_URL: place.databaseUrl!,
        ADMIN_TOKEN: adminToken,
        SAMPLE: 'none',
      })
      closers.push(async () => {
        server.child.kill('SIGTERM')
        assert.equal(await server.exited, 0, server.errors())
      })
      const url = await readyUrl(server)
      nodes.push({ process: server, url, call: callAs(url, adminToken) })
    }
    const solution = await zipFolder(fileURLToPath(new URL('../solutions/guarded', import.meta.url)))
    assertDone(await on(0)('POST', '/api/v1/solutions/apply', solution))
  })
  after(async () => {
    for (const close of closers.reverse()) await close()
  })

  async function eventually(what: string, isSo: () => Promise<boolean>, withinMs = agreedWithinMs): Promise<void> {
    const untilMs = performance.now() + withinMs
    for (;;) {
      // Only a look that begins after the time is over shows that the change does not apply in time.
      const isLast = performance.now() >= untilMs
      if (await isSo()) return
      assert.ok(!isLast, `${what} takes more than ${withinMs} ms`)
      await wait(20)
    }
  }
  async function userWithToken(): Promise<{ id: string; login: string; token: string }> {
    const login = `user-${randomUUID()}`
    const { id } = assertedBody(await on(0)('POST', '/api/v1/users', { login }))
    const { token } = assertedBody(await on(0)('POST', '/api/v1/tokens', { login, name: 'test' }))
    return { id, login, token }
  }
  const assertedBody = (answer: Awaited<ReturnType<Call>>) => {
    assertDone(answer)
    return answer.body
  }

  it('use a definition on one node as soon as it is applied on the other', async () => {
    await eventually('the definition', async () => {
      const answer = await on(1)('POST', `${cases}/create`, { context: { title: 'first', kind: 'shared' } })
      return answer.status === 200
    })
    assert.ok(item(await on(0)('POST', `${cases}/create`, { context: { title: 'second', kind: 'shared' } })))
  })

  it('refuse on one node what a change of a group on the other has taken away', async () => {
    const { id, token } = await userWithToken()
    const group = `/pub/v1/scheme/groups/${groupIdOf('law', 'readers')}`
    const seen = async (): Promise<number> => assertedBody(await on(1, token)('POST', `${cases}/list`, {})).result.total
    assert.equal(await seen(), 0)
    assertDone(await on(0)('POST', `${group}/add-items`, [id]))
    await eventually('joining the group', async () => (await seen()) > 0)
    assertDone(await on(0)('POST', `${group}/remove-items`, [id]))
    await eventually('leaving the group', async () => (await seen()) === 0)
  })

  it('accept a session of one node on the other, until it ends anywhere', async () => {
    const { id, login } = await userWithToken()
    const password = 'a long enough password'
    assertDone(await on(0)('PUT', `/api/v1/users/${id}/password`, { password }))
    const signedIn = await on(0, '')('POST', '/api/v1/sign-in', { login, password }, ownPage)
    assertDone(signedIn)
    const cookie = signedIn.headers.get('set-cookie')!.split(';')[0]!
    const me = () => on(1, '')('GET', '/api/v1/me', undefined, { cookie, ...ownPage })
    assert.equal(assertedBody(await me()).user.login, login)
    assertDone(await on(0, '')('POST', '/api/v1/sign-out', {}, { cookie, ...ownPage }))
    await eventually('signing out', async () => (await me()).status === 401)
  })

  it('receive the parts of an upload on any of them, and serve the file from both', async () => {
    const hash = randomUUID()
    const bytes = randomBytes(5 * 1024 ** 2 + 1_000)
    const cut = 5 * 1024 ** 2
    const send = (at: 0 | 1, from: number, to: number) =>
      on(at)('POST', `/pub/v1/disk/file/upload?hash=${hash}`, bytes.subarray(from, to), {
        'content-type': 'application/octet-stream',
        'content-range': `bytes ${from}-${to}/${bytes.length}`,
      })
    assert.equal((await send(0, 0, cut)).status, 206)
    assertDone(await send(1, cut, bytes.length))
    const files = [{ directory: rootId, hash, name: 'parts.bin' }]
    const id = assertedBody(await on(0)('POST', '/pub/v1/disk/files', { files })).items[0].file.__id
    for (const at of [0, 1] as const) {
      const link = assertedBody(await on(at)('GET', `/pub/v1/disk/file/${id}/get-link`)).Link as string
      const answer = await fetch(new URL(link, nodes[at]!.url))
      assert.ok(Buffer.from(await answer.arrayBuffer()).equals(bytes), `the bytes from node ${at}`)
    }
  })

  it('carry out imports of files that the other node received', async () => {
    for (const at of [0, 1, 0, 1] as const) {
      const fileHash = randomUUID()
      const title = randomUUID()
      const form = new FormData()
      form.append('file', new Blob([`title,kind\n${title},shared\n`]), 'cases.csv')
      assertDone(await on(at)('POST', `/pub/v1/disk/file/upload?hash=${fileHash}`, form))
      const other = at === 0 ? 1 : 0
      const { importId } = assertedBody(await on(other)('POST', `${cases}/import`, { fileHash }))
      for (;;) {
        const { status } = assertedBody(await on(at)('POST', `${cases}/import/status`, { importId }))
        if (status.state !== 'running') {
          assert.deepEqual([status.state, status.created], ['done', 1], JSON.stringify(status))
          break
        }
        await wait(50)
      }
    }
  })

  it('begin a stream of events at the checkpoint of the other node, with the changes of both since', async () => {
    const topic = 'application:law.cases'
    const checkpoint = async (): Promise<string> => assertedBody(await on(0)('GET', '/api/v1/workspace')).checkpoint
    const create = async (at: 0 | 1): Promise<void> =>
      assertDone(await on(at)('POST', `${cases}/create`, { context: { title: randomUUID(), kind: 'shared' } }))
    const streamSince = (since: string): Promise<EventClient> =>
      openEvents(nodes[1]!.url, `?topics=${topic}&since=${since}`, { authorization: `Bearer ${adminToken}` })
    const isReported = async (since: string): Promise<boolean> => {
      await using stream = await streamSince(since)
      if ((await stream.watching()).includes(topic)) return true
      // While another transaction of the server runs, in any of its databases, the stream begins before the change.
      return await Promise.race([stream.changed(topic).then(() => true), wait(60_000, false, { ref: false })])
    }
    const beginsWithChange = async (since: string): Promise<boolean> => {
      await using stream = await streamSince(since)
      return (await stream.watching()).includes(topic)
    }
    for (const at of [0, 1] as const) {
      const before = await checkpoint()
      await create(at)
      assert.ok(await isReported(before), `a change on node ${at}`)
      // A checkpoint that was read while any other transaction was running counts earlier changes, too.
      const isNew = async () => !(await beginsWithChange(await checkpoint()))
      await eventually('a checkpoint after the change', isNew, 60_000)
    }
  })
})

describe('two server processes that start together on an empty database', { skip }, () => {
  it('both become ready, and the sample is deployed once', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'chancery-nodes-'))
    const empty = await createServerDatabase(`chancery_test_${process.pid}_${randomBytes(4).toString('hex')}`)
    const settings = {
      PORT: '0',
      FILES_DIR: join(folder, 'shared'),
      DATABASE_URL: empty.url,
      ADMIN_TOKEN: adminToken,
      SAMPLE: 'office-without-data',
    }
    const servers = ['a', 'b'].map((name) => runChancery(['serve'], { ...settings, DATA_DIR: join(folder, name) }))
    try {
      for (const url of await Promise.all(servers.map(readyUrl))) {
        const { body } = await callAs(url, adminToken)('GET', '/api/v1/audit?object=solution:office')
        assert.equal(body.entries.length, 1)
      }
    } finally {
      for (const { child } of servers) child.kill('SIGTERM')
      for (const { exited, errors } of servers) assert.equal(await exited, 0, errors())
      await empty.drop()
      rmSync(folder, { recursive: true })
    }
  })
})
