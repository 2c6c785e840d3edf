import type { Tx } from '../db/database.ts'
import { type Sql, sql } from '../db/sql.ts'
import { type Actor, orNull } from './actor.ts'

export type Values = Readonly<Record<string, unknown>>

export interface NewEntry {
  readonly id: string
  readonly object: string
  readonly before: Values | null
  readonly after: Values | null
  /** Error code of a refusal; null for a change. */
  readonly code: string | null
}

/**
 * Returns the SQL that inserts an entry with this id if `rows` has a row, for statements that change something and
 * note it at once. `rows` has one row at most; `object` and `after` are SQL over this row.
 */
export function entryInsert(actor: Actor, id: string, { object, after, rows }: EntrySql): Sql {
  const { userId, tokenId, operation, requestId } = actor
  return sql`insert into audit (id, user_id, token_id, operation, object, before, after, outcome, code, request_id)
    select ${id}::uuid, ${userId}::uuid, ${orNull(tokenId)}::uuid, ${orNull(operation)}, ${object}, null, ${after}, 'done', null,
      ${orNull(requestId)} from ${rows}`
}

interface EntrySql {
  readonly object: Sql
  readonly after: Sql
  readonly rows: Sql
}

export async function insertEntry(tx: Tx, actor: Actor, { id, object, before, after, code }: NewEntry): Promise<void> {
  const { userId, tokenId, operation, requestId } = actor
  await tx.rows(sql`
    insert into audit (id, user_id, token_id, operation, object, before, after, outcome, code, request_id)
    values (${id}, ${userId}, ${orNull(tokenId)}, ${orNull(operation)}, ${object}, ${before}::jsonb, ${after}::jsonb,
      ${code === null ? 'done' : 'refused'}, ${code}, ${orNull(requestId)})`)
}
