import type { Reader } from '../../foundation/db/database.ts'
import { sql } from '../../foundation/db/sql.ts'

/** Returns the codes of the directory of a case and of its office. */
export async function directoryCodes(
  reader: Reader,
  directory: string,
  office: string,
): Promise<{ readonly directory: string | null; readonly office: string | null } | undefined> {
  return reader.row(sql`
    select d.code as directory, o.code as office from nomenclature_directory d, nomenclature_directory o
    where d.id = ${directory} and o.id = ${office}`)
}
