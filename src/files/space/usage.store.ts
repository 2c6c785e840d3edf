import type { Reader, Tx } from '../../foundation/db/database.ts'
import { sql } from '../../foundation/db/sql.ts'

/**
 * The usage in bytes. That of a user has the versions of files that the user made, also of files in the recycle bin,
 * and the user's uploads. That of the whole installation has each stored content once, and all uploads.
 */
export interface Used {
  readonly user: number
  readonly all: number
}

/** Returns the usage; inside a transaction, the transaction's own changes are included. */
export async function usedBytes(reader: Reader, userId: string): Promise<Used> {
  const row = await reader.row<{ own: string | null; everything: string | null }>(sql`
    select (select sum(bytes) from file_usage where user_id = ${userId}) as own,
      (select sum(bytes) from file_total) as everything`)
  return { user: Number(row?.own ?? 0), all: Number(row?.everything ?? 0) }
}

/** Returns the usage of the whole installation. */
export async function totalBytes(reader: Reader): Promise<number> {
  const row = await reader.row<{ bytes: number }>(sql`select coalesce(sum(bytes), 0)::float8 as bytes from file_total`)
  return row!.bytes
}

/** Locks the usage of a user until the transaction ends, against transactions that call this function too. */
export async function lockUsage(tx: Tx, userId: string): Promise<void> {
  await tx.rows(sql`
    insert into file_usage (user_id, slot, bytes) values (${userId}, -1, 0)
    on conflict (user_id, slot) do update set bytes = file_usage.bytes`)
}
