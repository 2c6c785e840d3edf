import { randomBytes } from 'node:crypto'
import type { Database } from './database.ts'
import { sql } from './sql.ts'

/**
 * Returns the signing key for a purpose; creates it at the first call. All nodes have the same key, which survives
 * restarts.
 */
async function signingKey({ single, reader }: Database, purpose: string): Promise<Buffer> {
  await single.rows(sql`
    insert into signing_key (purpose, key) values (${purpose}, ${randomBytes(32)}) on conflict (purpose) do nothing`)
  const row = await reader.row<{ key: Buffer }>(sql`select key from signing_key where purpose = ${purpose}`)
  return row!.key
}

/** Returns a function that returns the signing key for a purpose and reads it from the database only once. */
export function rememberKey(database: Database, purpose: string): () => Promise<Buffer> {
  let known: Promise<Buffer> | undefined
  return async () => {
    known ??= signingKey(database, purpose)
    // After a failed read, the next call reads again.
    known.catch(() => {
      known = undefined
    })
    return known
  }
}
