import { type Sql, sql } from '../db/sql.ts'
import { tooComplex } from './errors.ts'
import type { Frame } from './frame.ts'
import { limits } from './limits.ts'
import type { ListRequest } from './list-request.ts'
import { countLoaded } from './projection.ts'
import { rowJson } from './projection-sql.ts'
import { sortSql } from './sort-sql.ts'

const pageRow = sql`p`

/** The page is cut first, so that JSON is made of its rows only; the outer select reads them in their order. */
export function pageSql({ from, size, fields, sort }: ListRequest, where: Sql, frame: Frame): Sql {
  const loaded = countLoaded(fields)
  if (loaded * size > limits.loadedCells) {
    throw tooComplex(`${size} rows with ${loaded} loaded fields are too many; ask for smaller pages`)
  }
  const { relation } = frame.source
  const order = sortSql(sort, frame)
  const rows = sql`select ${frame.row}.* from ${relation} ${frame.row} where ${where} order by ${order} limit ${size} offset ${from}`
  const items = sql`'[' || string_agg(${rowJson(fields, { ...frame, row: pageRow })}, ',') || ']'`
  return sql`select coalesce(${items}, '[]') as items, count(*)::int as n from (${rows}) ${pageRow}`
}
