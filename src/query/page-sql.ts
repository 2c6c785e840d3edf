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
/** So few rows are put together before their bytes are counted: to stop in time costs a fourth of a short list. */
const fewRows = 20

/**
 * The page is cut first, so that JSON is made of its rows only; the outer selects read them in their order. `items` is
 * null when they are more than an answer may have.
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
  const n = sql`count(*)::int as n`
  if (size <= fewRows && loaded === 0) {
    const items = sql`coalesce('[' || string_agg(text, ',') || ']', '[]')`
    return sql`select case when sum(octet_length(text)) > ${most}::bigint then null else ${items} end as items, ${n} from (${texts}) j`
  }
  const sized = sql`select text, sum(octet_length(text)) over (rows unbounded preceding) <= ${most}::bigint as fits from (${texts}) j`
  const items = sql`coalesce('[' || string_agg(text, ',') filter (where fits) || ']', '[]')`
  return sql`select case when bool_and(fits) is false then null else ${items} end as items, ${n} from (${sized}) s`
}
