import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Log } from '../kit/log.ts'
import type { Database, Reader } from './database.ts'
import { inspectFolder } from './embedded/database-folder.ts'
import { takeLock } from './embedded/lock.ts'
import { findImage, replaceImageTime } from './image.ts'
import { applyMigrations, readMigrations } from './migrate.ts'
import { openDatabase } from './open.ts'
import { sql } from './sql.ts'
import { assertDatabaseRestored, assertRestored } from './unfinished-restore.ts'

/** The database of a data folder, used by this process alone until it is closed. */
export interface Store {
  readonly database: Database
  /** Closes the database and releases the data folder. */
  close(): Promise<void>
}

export interface StoreOptions {
  readonly dataDir: string
  readonly databaseUrl: string | undefined
  /** Folder of the files that belong to the database; by default the folder `files` in the data folder. */
  readonly filesDir?: string
  /** Whether a new embedded database may be made from an image; by default true. */
  readonly usesImage?: boolean
  readonly log: Log
}

/**
 * Creates the data folder if necessary, takes its lock, opens the database and applies the migrations. Refuses an empty
 * database when the data folder holds files: they belong to a database that is missing, and the janitor would delete
 * them because the empty database does not know them.
 */
export async function openStore(options: StoreOptions): Promise<Store> {
  const { dataDir, databaseUrl: url, log, filesDir = join(dataDir, 'files'), usesImage = true } = options
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  assertRestored(dataDir)
  if (url === undefined && hasFiles(filesDir) && inspectFolder(join(dataDir, 'db')) === 'none')
    throw withoutFiles(filesDir, `there is no database in ${join(dataDir, 'db')}`, cures.embedded)
  const lock = url === undefined ? undefined : await takeLock(dataDir)
  try {
    const migrations = readMigrations()
    // When opening the database fails, its error is thrown and the result of this promise is not awaited. Without this
    // handler, a rejection would end the process.
    migrations.catch(() => {})
    const isNew = url === undefined && inspectFolder(join(dataDir, 'db')) === 'none'
    const image = isNew && usesImage ? findImage(await migrations) : undefined
    const database = await openDatabase({ url, dataDir, image, log })
    try {
      if (url !== undefined) await assertDatabaseRestored(database.reader)
      if (url !== undefined && hasFiles(filesDir) && (await isEmpty(database.reader)))
        throw withoutFiles(filesDir, 'the database of DATABASE_URL is empty', cures.postgres)
      await applyMigrations(database, await migrations)
      if (url === undefined) await replaceImageTime(database.single)
    } catch (error) {
      await database.close()
      throw error
    }
    return { database, close: () => database.close().finally(() => lock?.release()) }
  } catch (error) {
    lock?.release()
    throw error
  }
}

function hasFiles(filesDir: string): boolean {
  const folder = join(filesDir, 'bytes')
  return existsSync(folder) && readdirSync(folder).length > 0
}

async function isEmpty(reader: Reader): Promise<boolean> {
  const row = await reader.row<{ there: boolean }>(sql`select to_regclass('migration') is not null as there`)
  return row?.there !== true
}

const cures = {
  embedded: 'Restore that folder from a backup, set DATABASE_URL if the database is on a server',
  postgres: 'Restore the database from a backup, correct DATABASE_URL',
} as const

function withoutFiles(files: string, where: string, cure: string): Error {
  return new Error(
    `${where}, but ${files} holds files. Nothing was changed. ${cure}, or move ${files} away to start with an empty database.`,
  )
}
