// Takes long: it backs up, restores and compares whole installations.
import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { checkArchive } from '../../src/foundation/backup/index.ts'
import type { Database } from '../../src/foundation/db/database.ts'
import { Script } from '../../src/foundation/db/sql.ts'
import { emptyPlace, type Kind, kinds } from '../backup-places.ts'
import { assertDone, made } from '../everything.ts'
import type { TestPlatform } from '../platform.ts'
import { runChancery } from '../server-process.ts'
import {
  assertVerified,
  contentsOf,
  finishInstances,
  restore,
  saveBackup,
  schemaOf,
  startInstances,
  startOffice,
  startRestored,
  writeMeanwhile,
} from './backup.fixture.ts'

describe('an archive of an installation at work', () => {
  const folder = mkdtempSync(join(tmpdir(), 'chancery-backup-'))
  const archive = join(folder, 'office.tar')
  let office: TestPlatform
  let instances: Awaited<ReturnType<typeof startInstances>>
  let acknowledged: string[]

  before(async () => {
    office = await startOffice()
    // Lets the requests to the missing service end, so that no process continues on its own after the backup.
    assertDone(await office.call('POST', '/api/v1/clock/advance', { by: 'PT30M' }))
    instances = await startInstances(office.call)
    const load = writeMeanwhile(office.call, 4)
    while (load.acknowledged.length < 40) await wait(20)
    acknowledged = [...load.acknowledged]
    await saveBackup(office.call, office.url, archive)
    await load.stop()
    assert.ok(load.acknowledged.length > acknowledged.length, 'others wrote while the backup was made')
  })
  after(async () => {
    await office[Symbol.asyncDispose]()
    rmSync(folder, { recursive: true, force: true })
  })

  /**
   * Asserts that a restored database has the schema of the original. Waits for the indexes of fields, which the servers
   * build in the background.
   */
  async function assertSameSchema(restored: Database): Promise<void> {
    const schemas = () => Promise.all([restored, office.platform.database].map(schemaOf))
    let [actual, expected] = await schemas()
    for (let looks = 0; looks < 600 && actual !== expected; looks++) {
      await wait(100)
      ;[actual, expected] = await schemas()
    }
    assert.equal(actual, expected)
  }

  it('contains every table of the database, or leaves it out for a reason', async () => {
    const { tables, leftOut } = await checkArchive(archive, () => {})
    const rows = await office.platform.database.reader.rows<{ name: string }>(
      new Script(`select n.nspname || '.' || c.relname as name from pg_class c
        join pg_namespace n on n.oid = c.relnamespace
        where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition`),
    )
    const known = [...tables.map(({ name }) => name), ...leftOut].filter((name) => name.startsWith('public.'))
    assert.deepEqual(known.sort(), rows.map(({ name }) => name).sort())
    assert.deepEqual(tables.map(({ name }) => name).slice(-2), ['pgboss.queue', 'pgboss.job'])
  })

  for (const kind of kinds) {
    it(`is complete and verified after a restore into the kind "${kind}", and its processes go on`, async () => {
      await using place = await emptyPlace(kind)
      const restored = await restore(place, archive)
      assert.deepEqual([restored.code, restored.errors.match(/error|warn/i)], [0, null], restored.errors)
      const again = await restore(place, archive)
      assert.match(again.errors, /(already holds a database|already holds files|is not empty).*\. Nothing was changed/)
      assert.match(restored.output, /^restored the state of \d{4}-.*: \d+ rows, [1-9]\d* files/)
      await using server = await startRestored(place)
      const { platform, call } = server
      await assertVerified(call)
      await assertSameSchema(platform.database)
      const found = await call('POST', '/pub/v1/app/ref/counterparties/list', { size: 10_000 })
      const there = new Set(found.body.result.result.map(({ __id }: { __id: string }) => __id))
      assert.deepEqual(
        acknowledged.filter((id) => !there.has(id)),
        [],
      )
      await finishInstances(call, instances)
      await assertFiles(server)
      assertDone(
        await call('POST', '/pub/v1/app/ref/counterparties/create', { context: { __name: 'after the restore' } }),
      )
      await assertVerified(call)
    })

    it(`is equal after it was restored into the kind "${kind}" and back`, async () => {
      await using first = await emptyPlace(kind)
      assert.equal((await restore(first, archive)).code, 0)
      const again = join(folder, `again-${kind}.tar`)
      await using server = await startRestored(first)
      await made(server.call, '/pub/v1/app/ref/counterparties', { __name: 'in the copy' })
      await saveBackup(server.call, server.url, again)
      const expected = await contentsOf(server.platform.database)
      await using second = await emptyPlace(kinds.find((one): one is Kind => one !== kind) ?? kind)
      assert.equal((await restore(second, again)).code, 0)
      await using copy = await startRestored(second)
      assert.deepEqual(await contentsOf(copy.platform.database), expected)
      await assertVerified(copy.call)
    })
  }

  it('is refused when a byte differs, when it is cut off, or when it is something else; nothing is written', async () => {
    await using place = await emptyPlace(kinds[0]!)
    const whole = readFileSync(archive)
    const wrong = join(folder, 'wrong.tar')
    const refused = async (bytes: Uint8Array, sentence: RegExp) => {
      writeFileSync(wrong, bytes)
      await assert.rejects(
        checkArchive(wrong, () => {}),
        { message: sentence },
      )
    }
    for (const place of [700, 5_000, Math.floor(whole.length / 2), whole.length - 3_000]) {
      const changed = Buffer.from(whole)
      changed[place]! ^= 1
      await refused(changed, /is damaged: .*Nothing was changed|no archive made by/)
    }
    await refused(whole.subarray(0, whole.length / 2), /is damaged: it ends too early\. Nothing was changed/)
    await refused(Buffer.from('PK something else'.repeat(100)), /is not an archive of "chancery backup"/)
    const newer = Buffer.from(whole)
    newer.write(newer.toString('latin1', 512, 1024).replace('"format": 1', '"format": 9'), 512, 'latin1')
    await refused(newer, /format 9; this version reads format 1/)
    const run = await restore(place, wrong)
    assert.deepEqual([run.code, existsSync(place.dataDir)], [1, false])
    assert.match(run.errors, /format 9/)
    assert.match((await restore(place, join(folder, 'nothing.tar'))).errors, /there is no file/)
  })

  for (const kind of kinds) {
    it(`can be repeated after a restore into the kind "${kind}" was killed; until then no server starts`, async () => {
      await using place = await emptyPlace(kind)
      const killed = runChancery(['restore', archive], place.settings)
      const mark = join(place.dataDir, 'restoring')
      while (!/restoring .* [1-9]0 %/.test(killed.errors())) {
        assert.equal(killed.child.exitCode, null, killed.errors())
        await wait(5)
      }
      killed.child.kill('SIGKILL')
      await killed.exited
      assert.ok(existsSync(mark))
      const started = runChancery(['serve'], { ...place.settings, PORT: '0' })
      assert.notEqual(await started.exited, 0)
      assert.match(started.errors(), /was interrupted.*Run "chancery restore" again/)
      const again = await restore(place, archive)
      assert.deepEqual([again.code, existsSync(mark)], [0, false], again.errors)
      assert.match(again.errors, /an earlier restore was interrupted; its remains were removed/)
      await using server = await startRestored(place)
      await assertVerified(server.call)
      await assertSameSchema(server.platform.database)
    })
  }
})

/** Asserts that every file has its bytes. */
async function assertFiles({ platform, call }: Awaited<ReturnType<typeof startRestored>>): Promise<void> {
  const { database } = platform
  const files = await database.reader.rows<{ id: string }>(
    new Script(`select id::text from file where deleted_at is null`),
  )
  assert.ok(files.length > 0)
  for (const { id } of files) {
    const { body } = await call('GET', `/pub/v1/disk/file/${id}/get-link`)
    const response = await fetch(body.Link)
    assert.equal(response.status, 200)
    // Reads to the end, because an answer with wrong bytes breaks off before its end.
    await response.bytes()
  }
}
