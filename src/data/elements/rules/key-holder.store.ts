import { type RowFilter, rowFilterSql } from '../../../access/index.ts'
import type { Reader } from '../../../foundation/db/database.ts'
import { join, sql } from '../../../foundation/db/sql.ts'
import type { Source } from '../../../query/index.ts'
import type { Application } from '../../applications/application.ts'
import { keyRows } from '../source/key-rows.ts'

export interface KeyHolder {
  readonly key: string
  readonly id: string
}

/**
 * Returns another element that has one of the unique keys of these values. Called after a violation, to name the
 * element in the error message.
 */
export async function holderOfKey(
  reader: Reader,
  application: Application,
  { body, externalId }: KeptValues,
  exceptId: string | undefined,
): Promise<KeyHolder | undefined> {
  const row = sql`(select ${JSON.stringify(body)}::jsonb as body, ${externalId}::text as external_id) w`
  return reader.row<KeyHolder>(sql`
    select h.key, h.id from ${row} cross join lateral ${keyRows(application, sql`w`, true)!} as k(key, value)
    join element_key h on h.app = ${application.id} and h.key = k.key and h.value = k.value
    where h.id is distinct from ${exceptId ?? null}::uuid limit 1`)
}

/** The values of an element on which its unique keys depend. */
export interface KeptValues {
  readonly body: Readonly<Record<string, unknown>>
  readonly externalId: string | null
}

/**
 * Returns the stored values of an element that is visible in the source, for checks that need values beyond the input.
 * Returns empty values when the element is not visible.
 */
export async function keptValues(reader: Reader, source: Source, elementId: string): Promise<KeptValues> {
  const row = await reader.row<{ body: string; external_id: string | null }>(sql`
    select e.body, e.external_id from element e where ${source.scope(sql`e`)} and e.id = ${elementId}`)
  return row === undefined
    ? { body: {}, externalId: null }
    : { body: JSON.parse(row.body), externalId: row.external_id }
}

/** Returns whether all elements are visible in the source and each rule covers all of them. */
export async function isShownIn(
  reader: Reader,
  source: Source,
  elementIds: readonly string[],
  rules: readonly RowFilter[],
): Promise<boolean> {
  const shown = rules.map((rule) => sql` and ${rowFilterSql(rule, sql`e`)}`)
  const row = await reader.row<{ count: number }>(sql`
    select count(*)::int as count from element e
    where ${source.scope(sql`e`)} and e.id = any(${elementIds}::uuid[])${join(shown, sql``)}`)
  return row!.count === elementIds.length
}
