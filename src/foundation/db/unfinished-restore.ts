import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Reader, Tx } from './database.ts'
import { sql } from './sql.ts'

// A restore marks the data folder and, on PostgreSQL, the database until it is complete, so that no server starts on
// half of an installation.

/** Returns the file that marks a data folder into which an archive is being restored. */
export function restoreMark(dataDir: string): string {
  return join(dataDir, 'restoring')
}

/** Throws while a restore into the data folder is not complete. */
export function assertRestored(dataDir: string): void {
  if (existsSync(restoreMark(dataDir))) throw unfinished(`DATA_DIR ${dataDir}`)
}

/** Throws while a restore into the database is not complete. */
export async function assertDatabaseRestored(reader: Reader): Promise<void> {
  const row = await reader.row<{ marked: boolean }>(sql`select to_regclass('public.restoring') is not null as marked`)
  if (row!.marked) throw unfinished('the database of DATABASE_URL')
}

function unfinished(place: string): Error {
  return new Error(
    `a restore into ${place} was interrupted, so it holds only a part of the archive. Run "chancery restore" again; ` +
      'it removes this part and starts over.',
  )
}

/** Marks the database as being restored, so that no server starts on it. */
export async function markRestoring(tx: Tx): Promise<void> {
  await tx.rows(sql`create table if not exists public.restoring (one boolean primary key default true)`)
}

export async function unmarkRestoring(tx: Tx): Promise<void> {
  await tx.rows(sql`drop table public.restoring`)
}
