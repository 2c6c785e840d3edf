import type { Reader, Tx } from '../../foundation/db/database.ts'
import { sql } from '../../foundation/db/sql.ts'

/** Marks a link as used. Returns false when it was used before; waits for a concurrent use of the same link. */
export async function markLinkUsed(tx: Tx, id: string, until: Date): Promise<boolean> {
  const row = await tx.row(sql`
    insert into spent_link (id, until) values (${id}, ${until}) on conflict (id) do nothing returning id`)
  return row !== undefined
}

export async function isLinkUsed(reader: Reader, id: string): Promise<boolean> {
  return (await reader.row(sql`select from spent_link where id = ${id}`)) !== undefined
}

/** Deletes the marks of links that have expired. */
export async function deleteExpiredUses(tx: Tx, now: Date): Promise<void> {
  await tx.rows(sql`delete from spent_link where until <= ${now}`)
}
