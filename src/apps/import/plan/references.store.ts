import type { Reader } from '../../../db/database.ts'
import { type Sql, sql } from '../../../db/sql.ts'
import type { Source } from '../../../query/index.ts'

/** What a text was found to mean; `id` is one of them when there are several. */
export interface Found {
  readonly text: string
  readonly id: string
  readonly count: number
}

/** Those of the ids that exist and may be seen. */
export async function foundIds(reader: Reader, source: Source, ids: readonly string[]): Promise<Found[]> {
  return reader.rows<Found>(sql`
    select ${source.id(sql`e`)}::text as text, ${source.id(sql`e`)}::text as id, 1 as count from ${source.relation} e
    where ${source.scope(sql`e`)} and ${source.id(sql`e`)} = any(${ids}::uuid[])`)
}

export interface TextAsKey {
  readonly text: string
  readonly key: string
  /** The text as a value of the key's field. */
  readonly value: unknown
}

/** Elements that hold a unique key of one field. */
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

/** Whatever has the text in a column, such as its name; `compared` prepares both sides. */
export async function foundByText(
  reader: Reader,
  source: Source,
  column: (row: Sql) => Sql,
  texts: readonly string[],
  compared: (side: Sql) => Sql,
): Promise<Found[]> {
  return reader.rows<Found>(sql`
    select w.text, min(${source.id(sql`e`)}::text) as id, count(*)::int as count
    from unnest(${texts}::text[]) as w(text)
    join ${source.relation} e on ${source.scope(sql`e`)} and ${source.live(sql`e`)}
      and ${compared(column(sql`e`))} = ${compared(sql`w.text`)}
    group by w.text`)
}
