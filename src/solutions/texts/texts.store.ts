import type { Tx } from '../../foundation/db/database.ts'
import { type Sql, sql } from '../../foundation/db/sql.ts'
import type { Texts } from './texts.ts'

/** A sub-select of the texts of all definitions and solutions as a JSON object: texts by kind and path. */
export const textRows: Sql = sql`(
  select coalesce(json_object_agg(kind || ' ' || path, texts), '{}') from definition_text)`

/** Replaces the texts of a solution. The keys are kind and path of the definitions. */
export async function putTexts(tx: Tx, solution: string, texts: ReadonlyMap<string, Texts>): Promise<void> {
  const rows = [...texts].map(([key, texts]) => ({ key, texts }))
  await tx.rows(sql`delete from definition_text where solution = ${solution}`)
  await tx.rows(sql`
    insert into definition_text (kind, path, solution, texts)
    select regexp_replace(given.key, ' [^ ]*$', ''), substring(given.key from '[^ ]*$'), ${solution}, given.texts
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given (key text, texts jsonb)
    on conflict (kind, path) do update set solution = excluded.solution, texts = excluded.texts`)
}
