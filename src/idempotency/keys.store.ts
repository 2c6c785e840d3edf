import type { Reader, Tx } from '../db/database.ts'
import { nothing, type Sql, sql } from '../db/sql.ts'
import type { Once } from './once.ts'
import { RepeatedKey } from './repeated-key.ts'

export interface KeptKey {
  readonly fingerprint: Buffer
  /** Id of what the first request made or changed. */
  readonly object: string
}

export function findKey(reader: Reader, id: Buffer): Promise<KeptKey | undefined> {
  return reader.row<KeptKey>(sql`select fingerprint, object from idempotency_key where id = ${id}`)
}

/**
 * Part of a `with`: keeps the key in the statement that writes `rows`, of which `id` is the first. The primary key
 * fails the statement when another request had the same key; nothing when the request has none.
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
 * Keeps the key in a transaction. The first object of a request counts; throws when another request had the same key,
 * for which this waits when that one has not ended.
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
