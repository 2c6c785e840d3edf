// Takes long: it stops servers during uploads.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { test } from 'node:test'
import { openTestDatabase } from '../../test/database.ts'
import type { Database } from '../foundation/db/database.ts'
import { sql } from '../foundation/db/sql.ts'
import { createMovableClock, type MovableClock } from '../foundation/kit/clock.ts'
import { newId } from '../foundation/kit/ids.ts'
import { createDiskBlobs } from './blobs/disk-blobs.ts'
import { aCaller, formOf, sha256, someBytes } from './files-trial.fixture.ts'
import { createFiles, type Files, rootId } from './index.ts'
import { createStopper, type Stopper } from './stopper.fixture.ts'
import { minPartBytes } from './uploads/content-range.ts'

const caller = aCaller()
const dayMs = 24 * 60 * 60_000

/** A database and a folder that outlive the simulated processes. */
interface Remains extends AsyncDisposable {
  readonly database: Database
  readonly folder: string
  readonly clock: MovableClock
  readonly stopper: Stopper
}

async function makeRemains(): Promise<Remains> {
  const database = await openTestDatabase()
  const folder = mkdtempSync(join(tmpdir(), 'chancery-stopped-'))
  const stopper = createStopper(folder, database)
  return {
    database,
    folder,
    clock: createMovableClock(),
    stopper,
    async [Symbol.asyncDispose]() {
      stopper[Symbol.dispose]()
      await database.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Starts the room `files` as a new process would, on the data that an earlier process left. */
async function start({ clock, folder }: Remains, database: Database): Promise<Files> {
  const files = createFiles({ database, clock, log: () => {}, folder })
  await files.close()
  return files
}

/** Starts a process one day later and sweeps, so that everything is old and all unreferenced data is removed. */
async function sweepLater(remains: Remains): Promise<void> {
  makeOld(remains)
  await (await start(remains, remains.database)).sweep()
}

/** Advances the clock by a day and makes all files old, because file times come from the system clock. */
function makeOld({ clock, folder }: Remains): void {
  clock.advance(dayMs)
  for (const path of pathsBelow(folder)) utimesSync(path, 0, 0)
}

function pathsBelow(folder: string): string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
}

interface Version {
  readonly id: string
  readonly sha256: string
  readonly bytes: string
}

/** Returns the versions in the database, deleted files included, and asserts that each has the right bytes. */
async function wholeFiles({ database, folder }: Remains): Promise<Version[]> {
  const versions = await database.reader.rows<Version>(
    sql`select file as id, encode(sha256, 'hex') as sha256, size as bytes from file_version`,
  )
  for (const version of versions) {
    const bytes = await buffer(await createDiskBlobs(join(folder, 'bytes')).read(version.sha256))
    assert.deepEqual([bytes.length, sha256(bytes)], [Number(version.bytes), version.sha256])
  }
  return versions
}

async function assertNothingLeft(remains: Remains, step: string): Promise<void> {
  const { reader } = remains.database
  const named = new Set((await wholeFiles(remains)).map((version) => version.sha256))
  const blobs = await reader.rows<{ name: string }>(sql`select encode(sha256, 'hex') as name from blob`)
  const uploads = await reader.rows(sql`select id from temporary_file`)
  assert.deepEqual(uploads, [], step)
  assert.deepEqual(new Set(blobs.map(({ name }) => name)), named, step)
  const names = pathsBelow(remains.folder).map((path) => path.split('/').at(-1)!)
  assert.deepEqual(new Set(names), named, step)
  assert.equal(names.length, named.size, step)
}

/** The work of a client, which is repeated when no response came. */
type Work = (files: Files) => Promise<unknown>

/** Stops the work before each of its steps in turn, until it completes. Returns the names of all steps. */
async function stopEverywhere(
  remains: Remains,
  attempt: () => { work: Work; content?: Buffer; prepare?: Work },
): Promise<readonly string[]> {
  const { stopper, database } = remains
  for (let step = 1; ; step++) {
    const { work, content, prepare } = attempt()
    await prepare?.(await start(remains, database))
    const files = await start(remains, stopper.database)
    const isThrough = await stopper.run(() => work(files), step)
    const name = `step ${step}: ${stopper.steps().at(-1)}`
    await wholeFiles(remains)
    // After every other stop the work is repeated, as clients do; otherwise the rest is left to the janitor.
    if (step % 2 === 0) await work(await start(remains, database))
    if (content !== undefined) {
      const made = (await wholeFiles(remains)).filter((file) => file.sha256 === sha256(content))
      assert.ok(made.length <= 1, `${name} made it twice`)
      if (step % 2 === 0) assert.equal(made.length, 1, name)
    }
    await sweepLater(remains)
    await assertNothingLeft(remains, name)
    if (isThrough) return stopper.steps()
    await database.single.rows(sql`delete from file_version`)
    await database.single.rows(sql`delete from file`)
  }
}

test('stopped before any step, an upload into a directory leaves a complete file or nothing, and succeeds when it is repeated', async () => {
  await using remains = await makeRemains()
  let seed = 0
  const steps = await stopEverywhere(remains, () => {
    const content = someBytes(100_000, ++seed)
    const hash = newId()
    return { content, work: (files) => files.uploadTo(caller, rootId, { hash, bytes: formOf(content) }) }
  })
  for (const step of ['open', 'write', 'sync', 'link', 'rename', 'rm', 'rows', 'row']) {
    assert.ok(steps.includes(step), step)
  }
})

test('so does an upload in parts', async () => {
  await using remains = await makeRemains()
  await stopEverywhere(remains, () => {
    const content = randomBytes(minPartBytes + 1000)
    const hash = newId()
    const total = content.length
    const part = (files: Files, from: number, to: number) =>
      files.uploadTo(caller, rootId, {
        hash,
        bytes: formOf(content.subarray(from, to)),
        contentRange: `bytes ${from}-${to}/${total}`,
      })
    return {
      content,
      prepare: (files) => part(files, 0, minPartBytes),
      work: (files) => part(files, minPartBytes, total),
    }
  })
})

test('so does an upload without a hash, whose bytes are moved into the store', async () => {
  await using remains = await makeRemains()
  let seed = 3000
  // A client without a hash cannot repeat its request safely, so the file may exist twice.
  const steps = await stopEverywhere(remains, () => {
    const bytes = someBytes(5000, ++seed)
    return { work: (files) => files.uploadTo(caller, rootId, { bytes: formOf(bytes) }) }
  })
  assert.ok(!steps.includes('link'), 'the file is moved')
  for (const step of ['write', 'sync', 'rename', 'row']) assert.ok(steps.includes(step), step)
})

test('so does making an upload permanent, even if its bytes are already stored', async () => {
  await using remains = await makeRemains()
  const known = someBytes(5000)
  let seed = 2000
  for (const contentOf of [() => someBytes(5000, ++seed), () => known]) {
    await stopEverywhere(remains, () => {
      const content = contentOf()
      const hash = newId()
      return {
        ...(content !== known && { content }),
        async prepare(files) {
          await files.uploadTo(caller, rootId, { bytes: formOf(known) })
          await files.uploadTemporary(caller, { hash, bytes: formOf(content) })
        },
        work: (files) => files.persist(caller, { directory: rootId, hash, name: 'a.txt' }),
      }
    })
  }
})

test('stopped before any step, the janitor continues where it stopped', async () => {
  await using remains = await makeRemains()
  const { database, folder, stopper } = remains
  for (let step = 1, isThrough = false; !isThrough; step++) {
    const files = await start(remains, database)
    await files.uploadTemporary(caller, { hash: newId(), bytes: formOf(someBytes(10)) })
    await files.uploadTo(caller, rootId, { bytes: formOf(someBytes(3000, step)) })
    await database.single.rows(sql`delete from file_version`)
    await files.uploadTo(caller, rootId, { bytes: formOf(someBytes(20)) })
    writeFileSync(join(folder, 'tmp', newId()), 'half')
    const stored = pathsBelow(join(folder, 'bytes')).at(-1)!
    writeFileSync(`${stored}.${newId()}`, 'a copy that was cut off')
    mkdirSync(join(folder, 'bytes', 'ff'), { recursive: true })
    writeFileSync(join(folder, 'bytes', 'ff', 'f'.repeat(64)), 'bytes that no row knows')
    makeOld(remains)
    const janitor = await start(remains, stopper.database)
    isThrough = await stopper.run(() => janitor.sweep(), step)
    await wholeFiles(remains)
    await sweepLater(remains)
    await assertNothingLeft(remains, `step ${step}`)
  }
  assert.equal(stopper.steps().filter((step) => step === 'rm').length, 5, stopper.steps().join())
})
