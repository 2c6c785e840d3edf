import type { Reader } from './database.ts'
import { sql } from './sql.ts'

/** Returns the version of the database server and the size of the database in bytes. */
export async function databaseSize(reader: Reader): Promise<{ readonly version: string; readonly bytes: number }> {
  const row = await reader.row<{ version: string; bytes: number }>(sql`
    select current_setting('server_version') as version,
      pg_database_size(current_database())::float8 as bytes`)
  return row!
}
