import { type RowFilter, rowFilterSql } from '../../../access/index.ts'
import type { Reader } from '../../../foundation/db/database.ts'
import { type Sql, sql } from '../../../foundation/db/sql.ts'
import type { Source } from '../../../query/index.ts'

export interface ElementText {
  readonly text: string
  readonly rev: string
}

type MaybeElement = Promise<ElementText | undefined>

export const elementById = (reader: Reader, source: Source, elementId: string): MaybeElement =>
  reader.row<ElementText>(selectById(source, elementId))

/** Returns an element and locks its row until the transaction ends. */
export const lockedElementById = (tx: Reader, source: Source, elementId: string): MaybeElement =>
  tx.row<ElementText>(sql`${selectById(source, elementId)} for update of e`)

function selectById(source: Source, elementId: string): Sql {
  const row = sql`e`
  return sql`
    select ${source.whole(row)} as text, e.rev from ${source.relation} ${row}
    where ${source.scope(row)} and ${source.id(row)} = ${elementId}`
}

/**
 * Returns the name of an element, whether the element is deleted, and whether a right covers it; undefined when the
 * source does not contain the element.
 */
export async function elementWithRight(
  reader: Reader,
  source: Source,
  elementId: string,
  right: RowFilter,
): Promise<{ name: string | null; isDeleted: boolean; isAllowed: boolean } | undefined> {
  const row = sql`e`
  return reader.row(sql`
    select e.name, e.deleted_at is not null as "isDeleted", (${rowFilterSql(right, row)}) is true as "isAllowed"
    from ${source.relation} ${row} where ${source.scope(row)} and ${source.id(row)} = ${elementId}`)
}

/** Returns the ids of those elements that the source contains. */
export async function idsInSource(reader: Reader, source: Source, ids: readonly string[]): Promise<string[]> {
  const row = sql`e`
  const rows = await reader.rows<{ id: string }>(sql`
    select ${source.id(row)}::text as id from ${source.relation} ${row}
    where ${source.scope(row)} and ${source.id(row)} = any (${ids}::uuid[])`)
  return rows.map(({ id }) => id)
}

/** Returns a row like `elementById`, for sources other than elements, which have no revisions. */
export async function rowById(reader: Reader, source: Source, id: string): Promise<{ text: string } | undefined> {
  const row = sql`e`
  return reader.row<{ text: string }>(sql`
    select ${source.whole(row)} as text from ${source.relation} ${row}
    where ${source.scope(row)} and ${source.id(row)} = ${id}`)
}

export interface StoredCounts {
  readonly live: number
  readonly all: number
  /** The number of writes to the application; it changes with every write. */
  readonly writes: string
}

/**
 * Returns the stored counts of elements by the ids of their applications, so that a list without a filter need not
 * count.
 */
export async function countsOf(reader: Reader, apps: readonly string[]): Promise<ReadonlyMap<string, StoredCounts>> {
  const rows = await reader.rows<{ app: string; live: string; all_rows: string; writes: string }>(sql`
    select app, coalesce(sum(live), 0) as live, coalesce(sum(all_rows), 0) as all_rows,
      coalesce(sum(writes), 0) as writes
    from element_count where app = any (${apps}::uuid[]) group by app`)
  return new Map(
    rows.map(({ app, live, all_rows, writes }) => [app, { live: Number(live), all: Number(all_rows), writes }]),
  )
}
