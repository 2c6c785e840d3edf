import type { Reader } from '../../../foundation/db/database.ts'
import { sql } from '../../../foundation/db/sql.ts'
import type { Source } from '../../../query/index.ts'

/** Returns, in their order, the ids for which the source has no row visible to the caller. */
export async function missingFrom(reader: Reader, source: Source, ids: readonly string[]): Promise<string[]> {
  const rows = await reader.rows<{ id: string }>(sql`
    select w.id::text from unnest(${ids}::uuid[]) with ordinality w(id, place)
    where not exists (select from ${source.relation} e where ${source.scope(sql`e`)} and ${source.id(sql`e`)} = w.id)
    order by w.place`)
  return rows.map(({ id }) => id)
}

/** Returns the value of a field as the source shows it to the caller; null when the field or element is hidden. */
export async function shownIn(reader: Reader, source: Source, elementId: string, code: string): Promise<unknown> {
  const field = source.fields.get(code)
  if (field === undefined) return null
  const row = await reader.row<{ value: string | null }>(sql`
    select ${field.json(sql`e`)}::text as value from element e where ${source.scope(sql`e`)} and e.id = ${elementId}`)
  return JSON.parse(row?.value ?? 'null')
}
