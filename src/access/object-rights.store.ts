import type { Reader } from '../foundation/db/database.ts'
import { join, type Sql, sql } from '../foundation/db/sql.ts'
import type { Source } from '../query/index.ts'
import { type RowFilter, rowFilterSql } from './row-filter.ts'

/** The rows of a set of objects, without their fields. */
export type Rows = Pick<Source, 'relation' | 'scope' | 'id'>

/** Returns which of the filters cover an object; undefined when the rows do not contain the object. */
export async function coveringFilters(
  reader: Reader,
  rows: Rows,
  objectId: string,
  filters: readonly RowFilter[],
): Promise<boolean[] | undefined> {
  const row = sql`e`
  const truths = filters.map((filter) => sql`(${rowFilterSql(filter, row)}) is true`)
  const found = await reader.row<{ truths: boolean[] }>(sql`
    select array[${join(truths)}]::boolean[] as truths from ${rows.relation} ${row}
    where ${rows.scope(row)} and ${rows.id(row)} = ${objectId}`)
  return found?.truths
}

/**
 * Returns the uuid array that `ids` reads from the row of an object, such as the directories around a file; empty when
 * the object does not exist.
 */
export async function idsOf(
  reader: Reader,
  rows: Rows,
  objectId: string,
  ids: (row: Sql) => Sql,
): Promise<readonly string[]> {
  const row = sql`e`
  const found = await reader.row<{ ids: string[] }>(sql`
    select (${ids(row)})::text[] as ids from ${rows.relation} ${row} where ${rows.id(row)} = ${objectId}`)
  return found?.ids ?? []
}
