import type { Tx } from '../db/database.ts'
import { sql } from '../db/sql.ts'
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

export async function insertEntry(tx: Tx, actor: Actor, { id, object, before, after, code }: NewEntry): Promise<void> {
  const { userId, tokenId, operation, requestId } = actor
  await tx.rows(sql`
    insert into audit (id, user_id, token_id, operation, object, before, after, outcome, code, request_id)
    values (${id}, ${userId}, ${orNull(tokenId)}, ${orNull(operation)}, ${object}, ${before}::jsonb, ${after}::jsonb,
      ${code === null ? 'done' : 'refused'}, ${code}, ${orNull(requestId)})`)
}
