import type { Log } from '../kit/log.ts'
import { checkServer } from './checks.ts'
import type { Database } from './database.ts'
import { openEmbedded } from './embedded/embedded.ts'
import { openPostgres } from './postgres/postgres.ts'

export interface DatabaseOptions {
  /** Address of a PostgreSQL 15 or newer, `postgres://…`; without it the embedded database is used. */
  readonly url?: string | undefined
  /** The data folder; its folder `db` holds the embedded database. */
  readonly dataDir: string
  /** Path of an image to make a new embedded database from; without it, the database is created. */
  readonly image?: string | undefined
  readonly log: Log
}

/**
 * Opens the database and checks that its server is new enough, keeps acknowledged changes and accepts changes. Does
 * not apply migrations.
 */
export async function openDatabase({ url, dataDir, image, log }: DatabaseOptions): Promise<Database> {
  const database = url === undefined ? await openEmbedded(dataDir, log, { image }) : await openPostgres(url, log)
  try {
    await checkServer(database.reader)
    return database
  } catch (error) {
    await database.close()
    throw error
  }
}
