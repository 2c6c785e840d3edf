import { randomBytes } from 'node:crypto'
import type { Database } from './database.ts'
import { sql } from './sql.ts'

/** The same on every node and after every start; made when it is first asked for. */
async function signingKey({ single, reader }: Database, purpose: string): Promise<Buffer> {
  await single.rows(sql`
    insert into signing_key (purpose, key) values (${purpose}, ${randomBytes(32)}) on conflict (purpose) do nothing`)
  const row = await reader.row<{ key: Buffer }>(sql`select key from signing_key where purpose = ${purpose}`)
  return row!.key
}

/** The same, asked for once. */
export function rememberKey(database: Database, purpose: string): () => Promise<Buffer> {
  let known: Promise<Buffer> | undefined
  return async () => {
    known ??= signingKey(database, purpose)
    // One that could not be read is asked for again.
    known.catch(() => {
      known = undefined
    })
    return known
  }
}
