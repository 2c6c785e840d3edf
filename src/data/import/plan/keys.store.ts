import { type RowFilter, rowFilterSql } from '../../../access/index.ts'
import type { Reader } from '../../../foundation/db/database.ts'
import { join, sql } from '../../../foundation/db/sql.ts'
import type { Source } from '../../../query/index.ts'
import type { Application } from '../../applications/application.ts'
import { keyRows } from '../../elements/source/key-rows.ts'

export interface KeyOfRow {
  /** The position of the row in the input, from 0. */
  readonly place: number
  /** The codes of the key's fields, joined by commas. */
  readonly key: string
  readonly value: string
  /** The id of the element that has this key; null when there is none. */
  readonly holder: string | null
}

/** Returns the unique keys of the rows and the elements that have these keys. A key with an empty part is left out. */
export async function keysOfRows(
  reader: Reader,
  application: Application,
  rows: readonly { readonly body: object; readonly externalId: string | null }[],
): Promise<KeyOfRow[]> {
  const keys = keyRows(
    application,
    sql`w`,
    rows.some(({ externalId }) => externalId !== null),
  )
  if (keys === undefined || rows.length === 0) return []
  const bodies = rows.map(({ body }) => JSON.stringify(body))
  // One sub-select per key makes the planner use the index, even on a new table without statistics.
  return reader.rows<KeyOfRow>(sql`
    select w.n::int - 1 as place, k.key, k.value,
      (select h.id::text from element_key h where h.app = ${application.id} and h.key = k.key and h.value = k.value)
        as holder
    from unnest(${bodies}::jsonb[], ${rows.map(({ externalId }) => externalId)}::text[])
      with ordinality as w(body, external_id, n)
    cross join lateral ${keys} as k(key, value)
    where k.value is not null order by w.n`)
}

export interface MatchOfRow {
  readonly place: number
  /** The values of the key as one text; null when a part is empty. */
  readonly value: string | null
  readonly ids: readonly string[]
}

/**
 * Returns the elements with the given values in fields that are not declared as a unique key, by comparing all
 * elements.
 */
export async function elementsByFields(
  reader: Reader,
  source: Source,
  codes: readonly string[],
  rows: readonly (readonly unknown[])[],
): Promise<MatchOfRow[]> {
  const parts = codes.map((code) => source.fields.get(code)!.json(sql`e`))
  return reader.rows<MatchOfRow>(sql`
    with wanted as materialized (
      select n::int - 1 as place, element_key_value(parts) as value
      from unnest(${rows.map((row) => JSON.stringify(row))}::jsonb[]) with ordinality as u(parts, n)
    ), present as (
      select e.id::text as id, element_key_value(jsonb_build_array(${join(parts)})) as value
      from ${source.relation} e where ${source.scope(sql`e`)} and ${source.live(sql`e`)}
    )
    select w.place, w.value, coalesce(array_agg(p.id) filter (where p.id is not null), '{}') as ids
    from wanted w left join present p on p.value = w.value group by w.place, w.value`)
}

export interface PresentElement {
  readonly id: string
  readonly rev: string
  /** Whether the caller may edit the element. */
  readonly editable: boolean
  /** Whether the element is registered, so that its identity fields keep their values. */
  readonly registered: boolean
  readonly name: string | null
  readonly externalId: string | null
  readonly directory: string | null
  readonly status: number | null
  /** The values of the requested fields only. */
  readonly body: Readonly<Record<string, unknown>>
}

/**
 * Returns the visible, live elements with these ids in their present state. Only the fields in `codes` are read,
 * because the other values may be large and a batch has many elements.
 */
export async function presentElements(
  reader: Reader,
  source: Source,
  ids: readonly string[],
  { codes, edit }: { codes: readonly string[]; edit: RowFilter },
): Promise<PresentElement[]> {
  if (ids.length === 0) return []
  const rows = await reader.rows<Omit<PresentElement, 'body'> & { body: string }>(sql`
    select id::text, rev, ${rowFilterSql(edit, sql`e`)} is true as editable, exists (select from registration g
        where g.app = e.app and g.element = e.id and g.state = 'registered') as registered, name, external_id as "externalId", directory::text, status,
      (select coalesce(jsonb_object_agg(k, e.body -> k), '{}') from unnest(${codes}::text[]) k where e.body ? k) as body
    from element e where ${source.scope(sql`e`)} and ${source.live(sql`e`)} and e.id = any(${ids}::uuid[])`)
  return rows.map((row) => ({ ...row, body: JSON.parse(row.body) }))
}
