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
import { migrate, readMigrations } from '../src/foundation/db/migrate.ts'
import { openDatabase } from '../src/foundation/db/open.ts'
import { createServerDatabase, makeServerTemplate, type ServerDatabase, testServerUrl } from './postgres-server.ts'
import { takeDatabase } from './reused-databases.ts'
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
  const database = await takeDatabase(async () => {
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

const folders = new Map<unknown, Promise<TestPlace>>()

/**
 * Returns a copy of the data folder that `make` fills. The folder is made once for each `key`, at its first use.
 * Returns undefined if test files do not share a process, or if the tests use a database server.
 */
export async function copyOfFolder(
  key: unknown,
  make: (place: TestPlace) => Promise<void>,
): Promise<TestPlace | undefined> {
  if (!isShared() || testServerUrl() !== undefined) return undefined
  let made = folders.get(key)
  if (made === undefined) {
    made = testPlace().then((place) => make(place).then(() => place))
    folders.set(key, made)
    whenDone(async () => (await made!).remove())
  }
  const original = await made
  const dataDir = mkdtempSync(join(memoryFolder(), 'chancery-test-'))
  cpSync(original.dataDir, dataDir, { recursive: true })
  return { ...original, dataDir, remove: async () => rmSync(dataDir, { recursive: true, force: true }) }
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
 * Returns a data folder with all migrations applied. It is made once for each set of migrations and shared by all test
 * processes.
 */
async function embeddedTemplate(): Promise<string> {
  if (!isSwept) removeOld(memoryFolder(), 'chancery-test-')
  isSwept = true
  const template = join(cache, `embedded-${await hashOfMigrations()}`)
  if (existsSync(template)) {
    utimesSync(template, new Date(), new Date())
    return template
  }
  mkdirSync(cache, { recursive: true })
  removeOld(cache, '')
  const making = mkdtempSync(join(cache, 'making-'))
  const database = await openDatabase({ dataDir: making, log })
  try {
    await migrate(database)
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
  const template = `chancery_template_${await hashOfMigrations()}`
  await makeServerTemplate(template, async (url) => {
    const database = await openDatabase({ url, dataDir: tmpdir(), log })
    try {
      await migrate(database)
    } finally {
      await database.close()
    }
  })
  return createServerDatabase(`chancery_test_${process.pid}_${randomBytes(4).toString('hex')}`, template)
}

async function hashOfMigrations(): Promise<string> {
  const hash = createHash('sha256')
  for (const { name, sha256 } of await readMigrations()) hash.update(`${name} ${sha256}\n`)
  return hash.digest('hex').slice(0, 16)
}
