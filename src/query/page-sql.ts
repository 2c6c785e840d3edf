import { Bound, type Sql, sql } from '../db/sql.ts'
import { tooComplex } from './errors.ts'
import type { Frame } from './frame.ts'
import { limits } from './limits.ts'
import type { ListRequest } from './list-request.ts'
import { countLoaded } from './projection.ts'
import { rowJson } from './projection-sql.ts'
import { sortSql } from './sort-sql.ts'

const pageRow = sql`p`
const most = new Bound(limits.answerBytes)
/** Of so few rows the bytes are not counted: it would cost a fourth of a short list, and they can't be many. */
const fewRows = 20

/**
 * The page is cut first, so that JSON is made of its rows only; the outer selects read them in their order. `fits` is
 * false when they are more than an answer may have; then `items` holds the first of them.
 */
export function pageSql({ from, size, fields, sort }: ListRequest, where: Sql, frame: Frame): Sql {
  const loaded = countLoaded(fields)
  if (loaded * size > limits.loadedCells) {
    throw tooComplex(`${size} rows with ${loaded} loaded fields are too many; ask for smaller pages`)
  }
  const { relation } = frame.source
  const order = sortSql(sort, frame)
  const rows = sql`select ${frame.row}.* from ${relation} ${frame.row} where ${where} order by ${order} limit ${size} offset ${from}`
  // Without the offset the planner would write the JSON of each row into every place that asks for its text.
  const texts = sql`select ${rowJson(fields, { ...frame, row: pageRow })} as text from (${rows}) ${pageRow} offset 0`
  const isShort = size <= fewRows && loaded === 0
  const fits = isShort ? sql`true` : sql`sum(octet_length(text)) over (rows unbounded preceding) <= ${most}::bigint`
  const sized = sql`select text, ${fits} as fits from (${texts}) j`
  const items = sql`'[' || string_agg(text, ',') filter (where fits) || ']'`
  return sql`select coalesce(${items}, '[]') as items, count(*)::int as n, coalesce(bool_and(fits), true) as fits from (${sized}) s`
}
