import type { Reader } from '../../../foundation/db/database.ts'
import { sql } from '../../../foundation/db/sql.ts'

/** Returns those of the ids that belong to elements, with the ids of their applications. */
export function existingElements(
  reader: Reader,
  apps: readonly string[],
  ids: readonly string[],
): Promise<{ readonly app: string; readonly id: string }[]> {
  // The key of the table begins with the application.
  return reader.rows(sql`
    select app::text, id::text from element where app = any(${apps}::uuid[]) and id = any(${ids}::uuid[])`)
}
