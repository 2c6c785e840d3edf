import { createHash, randomBytes } from 'node:crypto'
import {
  accessSync,
  appendFileSync,
  constants,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
  utimesSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Database } from '../src/foundation/db/database.ts'
import { takeLock } from '../src/foundation/db/embedded/lock.ts'
import { migrate, readMigrations } from '../src/foundation/db/migrate.ts'
import { openDatabase } from '../src/foundation/db/open.ts'
import type { Store } from '../src/foundation/db/open-store.ts'
import { createJobs } from '../src/foundation/jobs/index.ts'
import { createServerDatabase, makeServerTemplate, type ServerDatabase, testServerUrl } from './postgres-server.ts'
import { type Opened, takeDatabase } from './reused-databases.ts'
import { isShared, whenDone } from './sharing.ts'

const cache = fileURLToPath(new URL('../node_modules/.cache/chancery-test/', import.meta.url))
const keepUnusedMs = 60 * 60_000
/** Minimum free bytes of a folder in memory for data folders to be created there; a data folder takes about 50 MB. */
const minFreeMemoryBytes = 2 * 1024 ** 3
const log = (): void => {}
let isSwept = false

export type TestDatabase = Database & AsyncDisposable

/**
 * Opens a migrated, empty database: on the server of TEST_DATABASE_URL if that is set, else embedded. The database is
 * emptied or removed on disposal (`await using database = await openTestDatabase()`) or by `close` in `after`; an open
 * database keeps the test from ending.
 */
export async function openTestDatabase(): Promise<TestDatabase> {
  const { database } = await takeDatabase('migrated', async () => {
    const place = await testPlace()
    const database = await openDatabase({ url: place.databaseUrl, dataDir: place.dataDir, log })
    return { database, remove: place.remove }
  })
  return { ...database, [Symbol.asyncDispose]: database.close }
}

export interface TestPlace {
  /** A new data folder; holds the database if it is embedded. */
  readonly dataDir: string
  readonly databaseUrl: string | undefined
  remove(): Promise<void>
}

/**
 * Creates a data folder with a migrated embedded database, whatever TEST_DATABASE_URL says. The folder is on the disk
 * unless `parent` is another folder.
 */
export async function embeddedPlace(parent = tmpdir()): Promise<TestPlace> {
  const dataDir = mkdtempSync(join(parent, 'chancery-test-'))
  cpSync(await embeddedTemplate(), dataDir, { recursive: true })
  return { dataDir, databaseUrl: undefined, remove: async () => rmSync(dataDir, { recursive: true, force: true }) }
}

/**
 * Creates a data folder and a migrated database for a server under test. Linux keeps the data folder in memory, where
 * copying a database takes a tenth of the CPU time. Tests of durability use `embeddedPlace`.
 */
export async function testPlace(): Promise<TestPlace> {
  if (testServerUrl() === undefined) return embeddedPlace(memoryFolder())
  const dataDir = mkdtempSync(join(memoryFolder(), 'chancery-test-'))
  const removeFolder = async (): Promise<void> => rmSync(dataDir, { recursive: true, force: true })
  const copy = await copyOnServer()
  return { dataDir, databaseUrl: copy.url, remove: () => copy.drop().then(removeFolder) }
}

/** A place whose database is open already. */
export interface OpenPlace extends TestPlace {
  readonly opening: Promise<Store>
}

const originals = new Map<unknown, Promise<TestPlace>>()

/**
 * Returns a copy of the place that `make` fills, with an open database. The original is made once for each `make`, at
 * its first use. Its database is not in the data folder of the copy: an earlier test of this process may have used and
 * closed it. Returns undefined if test files do not share a process.
 */
export async function openCopy(make: (place: TestPlace) => Promise<void>): Promise<OpenPlace | undefined> {
  if (!isShared()) return undefined
  let made = originals.get(make)
  if (made === undefined) {
    made = testPlace().then((place) => make(place).then(() => place))
    originals.set(make, made)
    whenDone(async () => (await made!).remove())
  }
  const original = await made
  const { database, url } = await takeDatabase(make, () => openCopyOf(original))
  const dataDir = mkdtempSync(join(memoryFolder(), 'chancery-test-'))
  const inDatabase = join(original.dataDir, 'db')
  cpSync(original.dataDir, dataDir, { recursive: true, filter: (path) => path !== inDatabase })
  const lock = await takeLock(dataDir)
  const store = { database, close: () => database.close().finally(lock.release) }
  const remove = async (): Promise<void> => rmSync(dataDir, { recursive: true, force: true })
  return { dataDir, databaseUrl: url, opening: Promise.resolve(store), remove }
}

/** Opens a copy of the database of a place. */
async function openCopyOf(original: TestPlace): Promise<Opened> {
  const dataDir = mkdtempSync(join(memoryFolder(), 'chancery-test-'))
  const removeFolder = async (): Promise<void> => rmSync(dataDir, { recursive: true, force: true })
  if (original.databaseUrl === undefined) {
    cpSync(join(original.dataDir, 'db'), join(dataDir, 'db'), { recursive: true })
    return { database: await openDatabase({ dataDir, log }), remove: removeFolder }
  }
  const copy = await createServerDatabase(nameOnServer(), new URL(original.databaseUrl).pathname.slice(1))
  const database = await openDatabase({ url: copy.url, dataDir, log })
  return { database, url: copy.url, remove: () => copy.drop().then(removeFolder) }
}

/** Returns a folder in memory if there is one with enough free space, else the folder for temporary files. */
export function memoryFolder(): string {
  const folder = '/dev/shm'
  try {
    accessSync(folder, constants.W_OK)
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize >= minFreeMemoryBytes ? folder : tmpdir()
  } catch {
    return tmpdir()
  }
}

/**
 * Returns a data folder with the tables of the platform and of its job queue. It is made once for each set of migrations
 * and shared by all test processes.
 */
async function embeddedTemplate(): Promise<string> {
  if (!isSwept) removeOld(memoryFolder(), 'chancery-test-')
  isSwept = true
  const template = join(cache, `embedded-${await hashOfTables()}`)
  if (existsSync(template)) {
    utimesSync(template, new Date(), new Date())
    return template
  }
  mkdirSync(cache, { recursive: true })
  removeOld(cache, '')
  const making = mkdtempSync(join(cache, 'making-'))
  const database = await openDatabase({ dataDir: making, log })
  try {
    await fill(database)
  } finally {
    await database.close()
  }
  // Each start zeroes the buffers; the default of 128 MB takes a tenth of a second of CPU time.
  appendFileSync(join(making, 'db', 'postgresql.conf'), 'shared_buffers = 16MB\n')
  try {
    renameSync(making, template)
  } catch {
    // Another process has made the template meanwhile.
    rmSync(making, { recursive: true, force: true })
  }
  return template
}

/** Removes files and folders that interrupted runs have left in a folder. */
function removeOld(folder: string, prefix: string): void {
  for (const name of readdirSync(folder).filter((name) => name.startsWith(prefix))) {
    const path = join(folder, name)
    const age = Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0)
    if (age > keepUnusedMs) rmSync(path, { recursive: true, force: true })
  }
}

async function copyOnServer(): Promise<ServerDatabase> {
  const template = `chancery_template_${await hashOfTables()}`
  await makeServerTemplate(template, async (url) => {
    const database = await openDatabase({ url, dataDir: tmpdir(), log })
    try {
      await fill(database)
    } finally {
      await database.close()
    }
  })
  return createServerDatabase(nameOnServer(), template)
}

const nameOnServer = (): string => `chancery_test_${process.pid}_${randomBytes(4).toString('hex')}`

/** Creates the tables of the platform and of its job queue. */
async function fill(database: Database): Promise<void> {
  await migrate(database)
  const jobs = await createJobs({ database, log })
  await jobs.close()
}

async function hashOfTables(): Promise<string> {
  const { dependencies } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
  const hash = createHash('sha256').update(dependencies['pg-boss'])
  for (const { name, sha256 } of await readMigrations()) hash.update(`${name} ${sha256}\n`)
  return hash.digest('hex').slice(0, 16)
}
