import type pg from 'pg'
import { collection, columnTypes, fields } from './fields.ts'

const rowsAtOnce = 5_000

/**
 * Copies all elements of Chancery's database `from` into the collection of the peer's database `to`, with their ids,
 * then creates the same indexes as Chancery has and collects statistics.
 */
export async function copyRows(from: pg.Client, to: pg.Client): Promise<void> {
  const columns = fields.map(({ field }) => field).join(', ')
  const typed = fields.map(({ field, type }) => `${field} ${columnTypes[type]}`).join(', ')
  let last = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const { rows } = await from.query<{ batch: string | null; last: string }>(batchOfElements, [last, rowsAtOnce])
    if (rows[0]!.batch === null) break
    await to.query(
      `insert into ${collection} (${columns}) select ${columns} from json_to_recordset($1) as r (${typed})`,
      [rows[0]!.batch],
    )
    last = rows[0]!.last
  }
  const indexed = fields.filter(({ isIndexed }) => isIndexed)
  for (const { field } of indexed) await to.query(`create index on ${collection} (${field})`)
  await to.query('create extension if not exists pg_trgm')
  // The expression of the operator `_icontains`, so that PostgreSQL can use the index for it.
  await to.query(`create index ${collection}_title_trgm on ${collection} using gin (lower(title) gin_trgm_ops)`)
  await to.query(`vacuum (analyze) ${collection}`)
}

/** Returns up to $2 elements after the id $1 as one JSON text, so that the bench does not parse them. */
const batchOfElements = `
  select json_agg(e.row)::text as batch, max(e.id::text) as last from (
    select id, body || jsonb_build_object('id', id, 'status', status, 'created_at', created_at,
      'created_by', created_by, 'updated_at', updated_at, 'updated_by', updated_by,
      'category', body #>> '{category,0,code}') as row
    from element where id > $1 order by id limit $2) e`

/** Returns the plan of the peer's search, to tell whether it uses the trigram index. */
export async function searchUsesIndex(to: pg.Client): Promise<boolean> {
  const { rows } = await to.query<{ 'QUERY PLAN': string }>(
    `explain select id from ${collection} where lower(${collection}.title) like '%lot 12345%'`,
  )
  return rows.some((row) => row['QUERY PLAN'].includes(`${collection}_title_trgm`))
}
