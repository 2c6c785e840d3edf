import type { Reader, Tx } from '../../foundation/db/database.ts'
import { sql } from '../../foundation/db/sql.ts'
import type { Stamp } from '../catalog.store.ts'

/** Records that files of a solution were changed and have to be exported. */
export async function putEdits(tx: Tx, solution: string, files: readonly string[], { by, at }: Stamp): Promise<void> {
  await tx.rows(sql`
    insert into solution_edit (solution, file, edited_at, edited_by)
    select ${solution}, file, ${at}, ${by} from jsonb_array_elements_text(${JSON.stringify(files)}::jsonb) as file
    on conflict (solution, file) do update set edited_at = excluded.edited_at, edited_by = excluded.edited_by`)
}

/** Returns the paths of the recorded files of a solution, in their order. */
export async function editedFiles(reader: Reader, solution: string): Promise<string[]> {
  const rows = await reader.rows<{ file: string }>(
    sql`select file from solution_edit where solution = ${solution} order by file collate "C"`,
  )
  return rows.map(({ file }) => file)
}

/** Forgets the changes of a solution that were made at `until` or earlier. */
export async function forgetEdits(tx: Tx, solution: string, until: Date): Promise<void> {
  await tx.rows(sql`delete from solution_edit where solution = ${solution} and edited_at <= ${until}`)
}
