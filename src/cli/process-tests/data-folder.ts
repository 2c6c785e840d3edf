import { createHash } from 'node:crypto'
import { constants } from 'node:fs'
import { access, cp, mkdir, mkdtemp, rename, rm, stat, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readMigrations } from '../../foundation/db/migrate.ts'
import { openStore } from '../../foundation/db/open-store.ts'

const program = fileURLToPath(new URL('../../../', import.meta.url))
/** Minimum free bytes of an in-memory file system for it to be used; a data folder takes about 60 MB. */
const minFreeMemoryBytes = 1024 ** 3

/** A data folder for the tests of a run. */
export interface TestFolder extends AsyncDisposable {
  readonly dataDir: string
}

/**
 * Creates a data folder, in memory where the system has a folder for that with enough free space. A migrated database
 * is copied into the data folder from a cache beside the packages of the program, because creating a database takes
 * some seconds. Where this cache cannot be created, the data folder is empty.
 */
export async function createTestFolder(): Promise<TestFolder> {
  const dataDir = await mkdtemp(join(await memoryFolder(), 'chancery-process-tests-'))
  const remove = (): Promise<void> => rm(dataDir, { recursive: true, force: true })
  try {
    const cached = await cachedDatabase()
    if (cached !== undefined) await cp(cached, dataDir, { recursive: true })
    return { dataDir, [Symbol.asyncDispose]: remove }
  } catch (error) {
    await remove()
    throw error
  }
}

/** Returns the folder of the cached database and creates it if necessary; undefined when it cannot be created. */
async function cachedDatabase(): Promise<string | undefined> {
  const cache = join(program, 'node_modules/.cache/chancery-process-tests')
  const hash = createHash('sha256')
  for (const { name, sha256 } of await readMigrations()) hash.update(`${name} ${sha256}\n`)
  const folder = join(cache, `database-${hash.digest('hex').slice(0, 16)}`)
  if (await exists(folder)) return folder
  let making: string
  try {
    await mkdir(cache, { recursive: true })
    making = await mkdtemp(join(cache, 'making-'))
  } catch {
    return undefined
  }
  const store = await openStore({ dataDir: making, databaseUrl: undefined, log: () => {} })
  await store.close()
  // Another run may have created the cache meanwhile.
  await rename(making, folder).catch(() => rm(making, { recursive: true, force: true }))
  return folder
}

async function memoryFolder(): Promise<string> {
  const folder = '/dev/shm'
  try {
    await access(folder, constants.W_OK)
    const { bavail, bsize } = await statfs(folder)
    return bavail * bsize >= minFreeMemoryBytes ? folder : tmpdir()
  } catch {
    return tmpdir()
  }
}

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  )
