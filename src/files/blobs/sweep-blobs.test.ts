import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import type { Database, Tx } from '../../foundation/db/database.ts'
import { type Sql, sql } from '../../foundation/db/sql.ts'
import { newId } from '../../foundation/kit/ids.ts'
import { aCaller, type FilesTrial, formOf, sha256, tryFiles } from '../files-trial.fixture.ts'
import { rootId } from '../index.ts'
import type { BlobStore } from './blob-store.ts'
import { sweepUnknownBlobs } from './sweep-blobs.ts'

const caller = aCaller()
const hours = (count: number): number => count * 60 * 60_000

async function keep({ files }: FilesTrial, content: string, hash = newId()) {
  await files.uploadTemporary(caller, { hash, bytes: formOf(Buffer.from(content)) })
  return files.persist(caller, { directory: rootId, hash, name: 'a.txt' })
}

const named = ({ database }: FilesTrial): Promise<{ sha256: Buffer }[]> =>
  database.reader.rows(sql`select sha256 from file_version`)
const has = ({ blobs }: FilesTrial, content: string): Promise<boolean> =>
  blobs.read(sha256(Buffer.from(content))).then(
    (stream) => text(stream).then(() => true),
    () => false,
  )

test('bytes of a file stay, including those of a deleted file', async () => {
  await using trial = await tryFiles()
  await keep(trial, 'one')
  await trial.files.remove(caller, (await keep(trial, 'two')).__id)
  trial.clock.advance(hours(3))
  await trial.files.sweep()
  assert.deepEqual([await has(trial, 'one'), await has(trial, 'two')], [true, true])
})

test('unused bytes stay while a backup runs, whose snapshot may name them', async () => {
  await using trial = await tryFiles()
  const { files, clock, database } = trial
  const { __id: id } = await keep(trial, 'one')
  await files.remove(caller, id)
  await files.recycleBin.purge({ ...caller, administrator: true }, id)
  clock.advance(hours(3))
  const backup = newId()
  await database.single.rows(sql`
    insert into backup (id, name, state, origin, created_at, created_by, beat_at)
    values (${backup}, 'a.tar', 'running', 'request', now(), ${caller.userId}, now())`)
  await files.sweep()
  assert.equal(await has(trial, 'one'), true)
  await database.single.rows(sql`update backup set beat_at = now() - interval '2 minutes'`)
  await files.sweep()
  assert.equal(await has(trial, 'one'), false)
})

test('equal bytes of several files are stored once', async () => {
  await using trial = await tryFiles()
  const [first, second] = [await keep(trial, 'equal'), await keep(trial, 'equal')]
  assert.notEqual(first.__id, second.__id)
  assert.equal(new Set((await named(trial)).map((row) => row.sha256.toString('hex'))).size, 1)
  assert.deepEqual(trial.onDisk(), [], 'the uploads are used up')
})

// Fails each call of the database and of the store in turn, until a run completes without a failure.
test('storing an upload, interrupted anywhere, leaves a file with its bytes or nothing visible', async () => {
  const breaker = createBreaker()
  await using trial = await tryFiles(({ database, blobs }) => ({
    database: breaker.database(database),
    blobs: breaker.blobs(blobs),
  }))
  const { files, clock } = trial
  let broken = 0
  for (let isWhole = false; !isWhole; ) {
    const hash = newId()
    const content = `content ${broken}`
    await files.uploadTemporary(caller, { hash, bytes: formOf(Buffer.from(content)) })
    const keep = () => files.persist(caller, { directory: rootId, hash, name: 'a.txt' })
    breaker.breakAt(broken + 1)
    const first = await keep().catch(() => undefined)
    isWhole = !breaker.hasBroken()
    for (const row of await named(trial)) (await trial.blobs.read(row.sha256.toString('hex'))).destroy()

    // After every other failure the request is repeated, as clients do.
    if (broken % 2 === 0) {
      const again = await keep()
      if (first !== undefined) assert.equal(again.__id, first.__id)
    }
    const of = (await named(trial)).filter((row) => row.sha256.toString('hex') === sha256(Buffer.from(content)))
    assert.ok(of.length <= 1, `step ${broken} made it twice`)
    const isThere = of.length === 1
    clock.advance(hours(3))
    // File times come from the system clock, so the files are made old instead.
    for (const name of trial.onDisk()) utimesSync(trial.path(name), 0, 0)
    await files.sweep()
    assert.equal(await has(trial, content), isThere, `step ${broken}`)
    assert.deepEqual(trial.onDisk(), [])
    broken += 1
  }
  assert.ok(broken > 9, `only ${broken} steps were tried`)
})

/** Breaks the n-th call of the database or the store, either before or after the call has done its work. */
function createBreaker() {
  let left = 0
  async function step<T>(work: () => Promise<T>): Promise<T> {
    if (left > 0 && --left === 0) throw new Error('broken before')
    const result = await work()
    if (left > 0 && --left === 0) throw new Error('broken after')
    return result
  }
  const steps = <T extends Tx>(tx: T): T => ({
    ...tx,
    rows: (statement: Sql) => step(() => tx.rows(statement)),
    row: (statement: Sql) => step(() => tx.row(statement)),
  })
  return {
    breakAt(call: number): void {
      left = call
    },
    /** Returns whether the break has happened, and disables it. */
    hasBroken(): boolean {
      const isOver = left === 0
      left = 0
      return isOver
    },
    database: (database: Database): Database => ({
      ...database,
      single: steps(database.single),
      transaction: (work) => step(() => database.transaction((tx) => work(steps(tx)))),
    }),
    blobs: (blobs: BlobStore): BlobStore => ({
      ...blobs,
      put: (...given) => step(() => blobs.put(...given)),
    }),
  }
}

test('bytes that are announced during their removal are stored again', async () => {
  const removing = Promise.withResolvers<void>()
  const goOn = Promise.withResolvers<void>()
  await using trial = await tryFiles(({ blobs }) => ({
    blobs: {
      ...blobs,
      async remove(name) {
        removing.resolve()
        await goOn.promise
        await blobs.remove(name)
      },
    },
  }))
  const { database, clock, files } = trial
  await keep(trial, 'hot')
  await database.single.rows(sql`delete from file_version`)
  clock.advance(hours(3))
  const sweeping = files.sweep()
  await removing.promise
  const keeping = keep(trial, 'hot')
  // A `keep` that did not wait for the removal would finish within this time and lose its bytes.
  await Promise.race([keeping, wait(700)])
  goOn.resolve()
  await Promise.all([sweeping, keeping])
  assert.equal(await has(trial, 'hot'), true)
})

test('a full store gives 402, an unavailable store 503, and both leave nothing visible', async () => {
  for (const [code, refusal] of [
    ['ENOSPC', 'files.disk_full'],
    ['ECONNREFUSED', 'files.bytes_unavailable'],
  ]) {
    const putNothing: BlobStore['put'] = () => Promise.reject(Object.assign(new Error('no'), { code }))
    await using trial = await tryFiles(({ blobs }) => ({ blobs: { ...blobs, put: putNothing } }))
    await assert.rejects(keep(trial, 'x'), { code: refusal })
    assert.equal((await named(trial)).length, 0)
  }
})

test('bytes without a row are removed, with one query for many names and no lock for known names', async () => {
  let transactions = 0
  await using trial = await tryFiles(({ database }) => ({
    database: {
      ...database,
      transaction: (work) => {
        transactions += 1
        return database.transaction(work)
      },
    },
  }))
  const known = Array.from({ length: 510 }, (_, index) => Buffer.from(`known ${index}`))
  const lost = [Buffer.from('lost'), Buffer.from('lost, too')]
  const file = join(mkdtempSync(join(tmpdir(), 'chancery-lost-')), 'file')
  for (const content of [...known, ...lost]) {
    writeFileSync(file, content)
    await trial.blobs.put(sha256(content), file, content.length)
  }
  rmSync(dirname(file), { recursive: true })
  const names = known.map((content) => Buffer.from(sha256(content), 'hex'))
  await trial.database.single.rows(sql`
    insert into blob (sha256, size, kept_at) select sha256, 1, now() + interval '1 year' from unnest(${names}::bytea[]) as n (sha256)`)
  // Makes the bytes look old; the list compares with the system clock.
  const all = { ...trial.blobs, list: () => trial.blobs.list(Date.now() + 60_000) }
  transactions = 0
  await sweepUnknownBlobs({ database: trial.database, blobs: all, log: () => {} })
  assert.equal(transactions, 2)
  assert.deepEqual(await Promise.all(['known 0', 'known 509', 'lost', 'lost, too'].map((one) => has(trial, one))), [
    true,
    true,
    false,
    false,
  ])
})

test('bytes of another database are not removed by a database that knows fewer of them', async () => {
  await using owner = await tryFiles()
  for (const content of ['one', 'two', 'three']) await keep(owner, content)
  await using stranger = await tryFiles(() => ({ blobs: owner.blobs }))
  await keep(stranger, 'own')
  const lines: string[] = []
  const all = { ...owner.blobs, list: () => owner.blobs.list(Date.now() + 60_000) }
  const log = (level: string, sentence: string) => lines.push(`${level}: ${sentence}`)
  await sweepUnknownBlobs({ database: stranger.database, blobs: all, log })
  assert.deepEqual(await Promise.all(['one', 'two', 'three', 'own'].map((content) => has(owner, content))), [
    true,
    true,
    true,
    true,
  ])
  assert.match(lines.join(), /^error: .*more files that this database does not know/)
})

test('adding a version, interrupted anywhere, leaves the version with its bytes or the file unchanged', async () => {
  const breaker = createBreaker()
  await using trial = await tryFiles(({ database, blobs }) => ({
    database: breaker.database(database),
    blobs: breaker.blobs(blobs),
  }))
  const { files, clock } = trial
  const { __id: id } = await keep(trial, 'first')
  let broken = 0
  for (let isWhole = false; !isWhole; broken++) {
    const hash = newId()
    const content = `version ${broken}`
    await files.uploadTemporary(caller, { hash, bytes: formOf(Buffer.from(content)) })
    const before = await files.get(caller, id)
    const add = () => files.versions.add(caller, id, { hash, expectedVersion: before.version })
    breaker.breakAt(broken + 1)
    await add().catch(() => undefined)
    isWhole = !breaker.hasBroken()
    for (const row of await named(trial)) (await trial.blobs.read(row.sha256.toString('hex'))).destroy()
    const { version } = await files.get(caller, id)
    assert.ok(version === before.version || version === before.version + 1)
    // After every other failure the request is repeated, as clients do.
    if (broken % 2 === 0) assert.equal((await add()).version.no, before.version + 1)
    const isThere = (await files.get(caller, id)).version > before.version
    clock.advance(hours(3))
    await files.sweep()
    assert.equal(await has(trial, content), isThere, `step ${broken}`)
  }
  assert.ok(broken > 9, `only ${broken} steps were tried`)
})
