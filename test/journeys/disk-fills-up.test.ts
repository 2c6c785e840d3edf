// Takes long: it fills a disk.
import assert from 'node:assert/strict'
import { randomBytes, randomUUID } from 'node:crypto'
import { describe, it, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { writeZip } from '../../src/solutions/files/write-zip.ts'
import { embeddedPlace } from '../database.ts'
import { assertDone } from '../everything.ts'
import { adminToken } from '../kill/api-client.ts'
import { deploy } from '../kill/deploy.ts'
import { startPostgres } from '../kill/private-postgres.ts'
import { startServerAgain } from '../kill/server.ts'
import { type Answer, callAs } from '../platform.ts'
import { freePort } from '../server-process.ts'
import { mountDisk, withoutDisk } from '../small-disk.ts'

const papers = '/pub/v1/app/shelf/papers'
const solution = new Map([
  ['solution.yaml', 'code: shelf\nname: Shelf\nversion: 1.0.0\n'],
  ['namespaces/shelf/namespace.yaml', 'name: Shelf\n'],
  [
    'namespaces/shelf/apps/papers.yaml',
    'name: Papers\nfields: [{ code: mark, type: string }, { code: data, type: json }]\n',
  ],
])
const patienceMs = 60_000

/** A disk that can be filled up under a running server, with the server's settings. */
interface Stage {
  readonly fill: () => void
  readonly empty: () => void
  readonly settings: { readonly dataDir: string; readonly databaseUrl?: string | undefined }
}

/** Writes until the disk is full, frees it, and compares acknowledged with stored writes, also after a restart. */
async function fillsUp({ fill, empty, settings }: Stage): Promise<void> {
  const port = await freePort()
  const start = () => startServerAgain({ ...settings, port, environment: { FILES_RESERVE: '0', LOG_LEVEL: 'silent' } })
  let server = await start()
  try {
    await deploy([server.url], await writeZip(solution))
    const call = callAs(server.url, adminToken)
    const acked = new Set<string>()
    const refused = new Set<string>()
    // Random digits cannot be compressed, so each element takes space.
    const create = async (bytes: number): Promise<Answer> => {
      const name = randomUUID()
      const context = { mark: name, data: { text: randomBytes(bytes / 2).toString('hex') } }
      const answer = await call('POST', `${papers}/create`, { context })
      ;(answer.status === 200 ? acked : refused).add(name)
      return answer
    }
    for (let count = 0; count < 20; count++) assertDone(await create(1_000))

    fill()
    let answer = await create(50_000)
    for (let left = 1_000; answer.status === 200 && left > 0; left--) answer = await create(50_000)
    for (let count = 0; count < 10; count++) {
      assert.equal(answer.status, 503, JSON.stringify(answer.body))
      assert.equal(answer.body.success, false)
      assert.match(answer.body.code, /^database\.(full|unavailable)$/)
      answer = await create(50_000)
    }
    const form = new FormData()
    form.append('file', new Blob([randomBytes(100_000)]), 'a.bin')
    const upload = await call('POST', `/pub/v1/disk/file/upload?hash=${randomUUID()}`, form)
    assert.ok([402, 503].includes(upload.status), JSON.stringify(upload.body))
    assert.equal(server.ended(), undefined)

    empty()
    const untilMs = performance.now() + patienceMs
    for (;;) {
      const again = await create(1_000)
      if (again.status === 200) break
      assert.equal(again.status, 503, JSON.stringify(again.body))
      assert.ok(performance.now() < untilMs, 'the server does not recover')
      await sleep(100)
    }
    const stored = async (): Promise<string[]> => {
      const list = await call('POST', `${papers}/list`, { size: 10_000, fields: { mark: true } })
      assertDone(list)
      return list.body.result.result.map((one: { mark: string }) => one.mark)
    }
    const compare = async (): Promise<void> => {
      const names = await stored()
      assert.equal(new Set(names).size, names.length)
      assert.deepEqual(
        [...acked].filter((name) => !names.includes(name)),
        [],
        'acknowledged writes are lost',
      )
      assert.deepEqual(
        names.filter((name) => !acked.has(name) && !refused.has(name)),
        [],
      )
    }
    await compare()
    assert.equal(await server.stop(), 0)
    server = await start()
    await compare()
  } finally {
    await server.kill()
  }
}

describe('a disk that fills up under a running server', () => {
  it('with the embedded database: writes get 503, nothing that was acknowledged is lost, and writes work when there is space', async (test: TestContext) => {
    await using disk = mountDisk('400m')
    if (disk === undefined) return test.skip(withoutDisk)
    const { dataDir } = await embeddedPlace(disk.folder)
    await fillsUp({ fill: disk.fill, empty: disk.empty, settings: { dataDir } })
  })

  it('of PostgreSQL: the same', async (test: TestContext) => {
    await using disk = mountDisk('300m')
    if (disk === undefined) return test.skip(withoutDisk)
    await using postgres = await startPostgres([], disk.folder)
    if (postgres === undefined) return test.skip('no PostgreSQL server is installed')
    const { dataDir, remove } = await embeddedPlace()
    try {
      await fillsUp({ fill: disk.fill, empty: disk.empty, settings: { dataDir, databaseUrl: postgres.url } })
    } finally {
      await remove()
    }
  })
})
