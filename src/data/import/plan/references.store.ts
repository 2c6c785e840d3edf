import type { Reader } from '../../../foundation/db/database.ts'
import { type Sql, sql } from '../../../foundation/db/sql.ts'
import type { Source } from '../../../query/index.ts'

/** The result of looking up a text. When several rows match, `id` is one of them and `count` their number. */
export interface Found {
  readonly text: string
  readonly id: string
  readonly count: number
}

/** Returns which of the ids exist and are visible in the source. */
export async function foundIds(reader: Reader, source: Source, ids: readonly string[]): Promise<Found[]> {
  return reader.rows<Found>(sql`
    select ${source.id(sql`e`)}::text as text, ${source.id(sql`e`)}::text as id, 1 as count from ${source.relation} e
    where ${source.scope(sql`e`)} and ${source.id(sql`e`)} = any(${ids}::uuid[])`)
}

export interface TextAsKey {
  readonly text: string
  readonly key: string
  /** The text converted into a value of the key's field. */
  readonly value: unknown
}

/** Returns the elements that have these values in a unique key of one field. */
export async function foundByKey(
  reader: Reader,
  source: Source,
  app: string,
  wanted: readonly TextAsKey[],
): Promise<Found[]> {
  return reader.rows<Found>(sql`
    select w.text, e.id::text as id, 1 as count
    from (
      select u.text, (select h.id from element_key h where h.app = ${app} and h.key = u.key
        and h.value = element_key_value(jsonb_build_array(u.value))) as holder
      from unnest(${wanted.map(({ text }) => text)}::text[], ${wanted.map(({ key }) => key)}::text[],
        ${wanted.map(({ value }) => JSON.stringify(value))}::jsonb[]) as u(text, key, value)
    ) w
    join element e on ${source.scope(sql`e`)} and e.id = w.holder`)
}

/** A column that is compared with texts, such as the name. `compared` is applied to both sides of the comparison. */
export interface TextColumn {
  readonly column: (row: Sql) => Sql
  readonly compared: (side: Sql) => Sql
}

/** Returns the rows that have one of the texts in a column. */
export async function foundByText(
  reader: Reader,
  source: Source,
  { column, compared }: TextColumn,
  texts: readonly string[],
): Promise<Found[]> {
  return reader.rows<Found>(sql`
    select w.text, min(${source.id(sql`e`)}::text) as id, count(*)::int as count
    from unnest(${texts}::text[]) as w(text)
    join ${source.relation} e on ${source.scope(sql`e`)} and ${source.live(sql`e`)}
      and ${compared(column(sql`e`))} = ${compared(sql`w.text`)}
    group by w.text`)
}
