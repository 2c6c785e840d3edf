import { Bound, BytesOf, id, join, nothing, Sql, sql } from '../../foundation/db/sql.ts'
import type { QueryLevel } from '../conditions/query-level.ts'
import { tooComplex } from '../errors.ts'
import { limits } from '../limits.ts'
import { NarrowRow, type Source } from '../source.ts'
import { fromItem, visible } from '../sql/rows-sql.ts'
import type { ListRequest } from './list-request.ts'
import { countLoaded } from './projection.ts'
import { rowJson } from './projection-sql.ts'
import { isSortIndexed, orderSql, type SortValue, sortValues } from './sort-sql.ts'

const pageRow = sql`p`
const foundRow = sql`f`
const maxBytes = new Bound(limits.answerBytes)
/**
 * The maximum number of rows of a page for which the whole array is built before its bytes are counted. On larger pages
 * the bytes are counted row by row, so that the array stays within the limit; on short pages that counting would take a
 * quarter of the time.
 */
const fewRows = 20

/**
 * The statements that read a page. Each gives one row: `items`, a JSON array as text (null when too large), and `n`,
 * the number of rows.
 */
export interface PageStatements {
  readonly page: Sql
  /**
   * Other ways to read the page; set when the source has `narrow`, no index holds the order, and the page is among
   * the first 500 rows.
   */
  readonly sorted: SortedList | undefined
}

/** A list whose page can only be found by reading and sorting every row of the list. */
export interface SortedList {
  readonly from: number
  readonly size: number
  /**
   * Returns the statement that reads the page. The row also has `ids`, the ids of the first rows in order joined by
   * commas, and `writes` of the source; with `withTotal`, a list of a single source also gives `total`, from the same
   * scan.
   */
  readonly read: (withTotal: boolean) => Sql
  /**
   * Returns the statement that reads the rows with these ids, which were found earlier, in the order of the ids. The
   * row also has `writes` of the source.
   */
  readonly byIds: (ids: readonly string[]) => Sql
  /** SQL that determines the rows of the list and their order; the cache key is made from this SQL. */
  readonly order: Sql
}

/**
 * Builds the statements that read a page. The page is cut out before JSON is built, so that JSON is built for the rows
 * of the page only. `stored` is the SQL of the total, if it is stored; only a plain page gives it. `isIndexed` means
 * that an index for lists of this shape has the rows in their order.
 */
export function pageSql(
  request: ListRequest,
  where: Sql,
  level: QueryLevel,
  { stored, isIndexed: isShapeIndexed }: { stored: Sql | undefined; isIndexed: boolean },
): PageStatements {
  const { from, size, fields, sort } = request
  const isShort = isShortPage(request)
  const { source, row } = level
  const { narrow } = source
  const values = sortValues(sort, level)
  const order = orderSql(values, level)
  const text = rowJson(fields, { ...level, row: pageRow })
  const itemsOf = (rows: Sql): Sql => itemsSql(text, rows, isShort)
  const found = (what: Sql, more = nothing): Sql => sql`select ${what} from ${fromItem(level)} where ${where}${more}`
  const cut = sql` order by ${order}${cutSql(from, size)}`
  // PostgreSQL does not know whether a text is frequent. Reading in the order of the list until a page is full would read
  // all rows to find a rare one.
  const isIndexed = !level.compilation.searchesText && (isShapeIndexed || isSortIndexed(sort, level))
  if (narrow === undefined || (isIndexed && !(row instanceof NarrowRow))) {
    const total = stored ? sql`${stored} as total, ` : nothing
    const page = itemsInBytes(sql`select ${total}${itemsOf(sql`(${found(sql`${row}.*`, cut)}) ${pageRow}`)}`)
    return { page, sorted: undefined }
  }
  // Only ids are sorted; the rows of the page are then read again by id.
  const page = itemsInBytes(sql`select ${itemsOf(rowsByIds(sql`array(${found(source.id(row), cut)})`, source))}`)
  if (isIndexed || from + size > limits.sortedRows) return { page, sorted: undefined }
  const firstIds = sql`select ${source.id(foundRow)} from found ${foundRow} order by ${orderSql(keysOf(values), { source, row: foundRow })} limit ${limits.sortedRows}`
  const keys = found(sql`${narrow.columns(row)}${namedKeys(values)}`)
  const pageIds = sql`(select ids[${from + 1}::int : ${from + size}::int] from first)`
  const read = (withTotal: boolean): Sql => {
    const total = withTotal ? sql`(select count(*) from found) as total, ` : nothing
    const more = sql`(select array_to_string(ids, ',') from first) as ids, ${narrow.writes} as writes`
    return itemsInBytes(
      sql`with found as (${keys}), first as (select array(${firstIds}) as ids) select ${total}${more}, ${itemsOf(rowsByIds(pageIds, source))}`,
    )
  }
  const byIds = (ids: readonly string[]): Sql =>
    itemsInBytes(sql`select ${narrow.writes} as writes, ${itemsOf(rowsByIds(sql`${ids}::uuid[]`, source))}`)
  return { page, sorted: { from, size, read, byIds, order: sql`${fromItem(level)} where ${where} order by ${order}` } }
}

/**
 * Returns whether the array of a page is built before its bytes are counted. Throws `query.too_complex` when the page
 * would load too many rows of other sources.
 */
export function isShortPage({ size, fields }: ListRequest): boolean {
  const loaded = countLoaded(fields)
  if (loaded * size > limits.loadedCells) {
    throw tooComplex(`${size} rows with ${loaded} loaded fields are too many; ask for smaller pages`)
  }
  return size <= fewRows && loaded === 0
}

/** The sizes of pages that get a statement of their own. */
const usualSizes: ReadonlySet<number> = new Set([1, 5, 10, 15, 20, 25, 30, 40, 50, 100])

/**
 * Returns the LIMIT and OFFSET clauses. The usual first pages have their size in the text: a plan that is kept for all
 * values of a parameter would expect to read a tenth of the rows.
 */
export function cutSql(from: number, size: number): Sql {
  if (from > 0) return sql` limit ${size} offset ${from}`
  return usualSizes.has(size) ? new Sql([` limit ${size}`], []) : sql` limit ${size}`
}

function keyName(place: number): Sql {
  return id(`key${place}`)
}

/** Returns the sort keys under the names that `namedKeys` gives them. */
export function keysOf(values: readonly SortValue[]): SortValue[] {
  return values.map(({ ascending }, place) => ({ value: keyName(place), ascending }))
}

/** Returns the SELECT list of the sort keys, after other columns. */
export function namedKeys(values: readonly SortValue[]): Sql {
  return join(
    values.map(({ value }, place) => sql`, ${value} as ${keyName(place)}`),
    nothing,
  )
}

/** Returns the FROM clause of the rows with these ids, in the order of the ids. */
function rowsByIds(ids: Sql, source: Source): Sql {
  const isRow = sql`${visible({ source, row: pageRow })} and ${source.id(pageRow)} = k.id`
  const keys = sql`unnest(${ids}) with ordinality k (id, place)`
  if (!source.narrowed) return sql`${keys} join ${source.relation} ${pageRow} on ${isRow} order by k.place`
  // With `offset 0`, PostgreSQL tests the scope for these rows only. Otherwise it may first find all rows of the scope.
  return sql`${keys} cross join lateral (select ${pageRow}.* from ${source.relation} ${pageRow} where ${isRow} offset 0) ${pageRow} order by k.place`
}

/** Returns the same statement, whose `items` may then be bytes. */
export function itemsInBytes(statement: Sql): Sql {
  return new BytesOf(statement, 'items')
}

/** Returns the SELECT list `items` and `n` and its FROM clause; `text` is the SQL of one row's JSON. */
export function itemsSql(text: Sql, rows: Sql, isShort: boolean): Sql {
  // Without `offset 0`, the planner would copy the JSON expression of a row into every place that uses its text.
  const texts = sql`select ${text} as text from ${rows} offset 0`
  const n = sql`count(*)::int as n`
  if (isShort) {
    const items = sql`coalesce('[' || string_agg(text, ',') || ']', '[]')`
    return sql`case when sum(octet_length(text)) > ${maxBytes}::bigint then null else ${items} end as items, ${n} from (${texts}) j`
  }
  const sized = sql`select text, sum(octet_length(text)) over (rows unbounded preceding) <= ${maxBytes}::bigint as fits from (${texts}) j`
  const items = sql`coalesce('[' || string_agg(text, ',') filter (where fits) || ']', '[]')`
  return sql`case when bool_and(fits) is false then null else ${items} end as items, ${n} from (${sized}) s`
}
