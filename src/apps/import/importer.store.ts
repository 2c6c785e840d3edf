import type { Reader } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import type { Caller } from '../../people/index.ts'

const activeStatus = 2

/** The user for whom an import writes, as long as that user may sign in; undefined once blocked or removed. */
export async function activeImporter(reader: Reader, userId: string): Promise<Caller | undefined> {
  const row = await reader.row<{ administrator: boolean }>(sql`
    select administrator from users where id = ${userId} and status = ${activeStatus} and deleted_at is null`)
  return row && { userId, tokenId: '', administrator: row.administrator }
}
