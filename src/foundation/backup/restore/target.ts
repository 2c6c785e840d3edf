import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Database } from '../../db/database.ts'
import { inspectFolder } from '../../db/embedded/database-folder.ts'
import { takeLock } from '../../db/embedded/lock.ts'
import { openDatabase } from '../../db/open.ts'
import { markRestoring, restoreMark, unmarkRestoring } from '../../db/unfinished-restore.ts'
import type { Log } from '../../kit/log.ts'
import { removeRemains, stateOf } from './target.store.ts'

export interface TargetOptions {
  readonly dataDir: string
  /** The folder of files. */
  readonly filesDir: string
  /** Address of a PostgreSQL; undefined for the embedded database. */
  readonly databaseUrl: string | undefined
  readonly log: Log
}

/** An empty database and data folder, marked until `complete`. */
export interface Target {
  readonly database: Database
  /** Whether the remains of an interrupted restore were removed. */
  readonly isRepeated: boolean
  /** Removes the mark, so that servers may start. */
  complete(): Promise<void>
  /** Closes the database and releases the data folder. */
  close(): Promise<void>
}

/**
 * Opens the database of a data folder for a restore. Throws an error with a message for the operator, and changes
 * nothing, when a server runs on the folder, or when there is already data that is not the remains of a restore.
 */
export async function openTarget({ dataDir, filesDir, databaseUrl: url, log }: TargetOptions): Promise<Target> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const mark = restoreMark(dataDir)
  const lock = await takeLock(dataDir)
  let isMarked = false
  try {
    isMarked = existsSync(mark)
    if (!isMarked) assertEmpty(dataDir, filesDir, url)
    // The folder contains no data of an installation. With PostgreSQL, the content of the database decides.
    if (url === undefined) prepareFolders(dataDir, filesDir)
  } finally {
    // The embedded database takes the lock itself.
    if (url === undefined) lock.release()
  }
  try {
    const database = await openDatabase({ url, dataDir, log })
    try {
      const isUnfinished = url !== undefined && (await prepareDatabase(database))
      if (url !== undefined) prepareFolders(dataDir, filesDir)
      return {
        database,
        isRepeated: isMarked || isUnfinished,
        async complete() {
          if (url !== undefined) await unmarkRestoring(database.single)
          rmSync(mark)
        },
        close: () => database.close().finally(() => lock.release()),
      }
    } catch (error) {
      await database.close()
      throw error
    }
  } catch (error) {
    lock.release()
    throw error
  }
}

/** Removes the remains of an interrupted restore, and marks the folder. */
function prepareFolders(dataDir: string, filesDir: string): void {
  writeFileSync(restoreMark(dataDir), '', { mode: 0o600 })
  const remains = [join(dataDir, 'db'), join(dataDir, 'db.new'), join(filesDir, 'bytes'), join(filesDir, 'tmp')]
  for (const path of remains) rmSync(path, { recursive: true, force: true })
}

function assertEmpty(dataDir: string, filesDir: string, url: string | undefined): void {
  const bytes = join(filesDir, 'bytes')
  const hasFiles = existsSync(bytes) && readdirSync(bytes).length > 0
  const hasDatabase = url === undefined && inspectFolder(join(dataDir, 'db')) !== 'none'
  if (!hasFiles && !hasDatabase) return
  throw new Error(
    `${hasDatabase ? `DATA_DIR ${dataDir} already holds a database` : `${filesDir} already holds files`}. Nothing was ` +
      'changed. Set DATA_DIR to an empty folder, or move its content away.',
  )
}

/**
 * Returns whether the database contained remains of an interrupted restore. Throws when it contains anything else.
 */
async function prepareDatabase(database: Database): Promise<boolean> {
  const { state, found } = await stateOf(database.reader)
  if (state === 'used')
    throw new Error(
      `the database of DATABASE_URL is not empty: it has ${found}. Nothing was changed. Restore into an empty database.`,
    )
  await markRestoring(database.single)
  if (state === 'interrupted') await removeRemains(database)
  return state === 'interrupted'
}
