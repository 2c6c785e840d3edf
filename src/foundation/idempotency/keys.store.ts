import type { Reader, Tx } from '../db/database.ts'
import { nothing, type Sql, sql } from '../db/sql.ts'
import type { Once } from './once.ts'

export interface KeptKey {
  readonly fingerprint: Buffer
  /** Id of the object that the first request created or changed. */
  readonly object: string
}

export function findKey(reader: Reader, id: Buffer): Promise<KeptKey | undefined> {
  return reader.row<KeptKey>(sql`select fingerprint, object from idempotency_key where id = ${id}`)
}

/**
 * Returns a part of a `with` clause that stores the key in the same statement that writes `rows`, with the id of the
 * first row as the object. The primary key makes the statement fail when another request has used the key. Returns no
 * SQL when the request has no key.
 */
export function keyOf(once: Once | undefined, rows: Sql): Sql {
  if (once === undefined) return nothing
  return sql`idempotency as (
      insert into idempotency_key (id, fingerprint, request_id, object, at)
      select ${once.id}, ${once.fingerprint()}, ${once.requestId}::text, id::text, ${once.at}::timestamptz
      from ${rows} limit 1
    ),`
}

/**
 * Stores the key of a request in a transaction, with the first object that the request writes. Waits for another
 * request with the same key to end, and throws RepeatedKey when that request has stored the key.
 */
export async function keepKey(tx: Tx, once: Once, object: string): Promise<void> {
  const own = await tx.row(sql`
    insert into idempotency_key as k (id, fingerprint, request_id, object, at)
    values (${once.id}, ${once.fingerprint()}, ${once.requestId}, ${object}, ${once.at})
    on conflict (id) do update set at = k.at where k.request_id = excluded.request_id returning 1 as one`)
  if (own === undefined) throw new RepeatedKey()
}

export async function forgetKeys(tx: Tx, before: Date): Promise<void> {
  await tx.rows(sql`delete from idempotency_key where at < ${before}`)
}

/** Rolls a write back, because another request with the same key was carried out first. Never reaches a caller. */
class RepeatedKey extends Error {
  constructor() {
    super('another request with the same idempotency key was carried out')
    this.name = 'RepeatedKey'
  }
}
