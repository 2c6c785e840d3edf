import { flatten, id, join, type Sql, sql } from '../db/sql.ts'

/**
 * Every column of `element` except `turn`, in the order of the digest. A new column needs an entry here and changes the
 * digest.
 */
export const digestColumns = [
  ...['app', 'id', 'idx', 'name', 'status', 'status_group', 'directory', 'external_id'],
  ...['created_at', 'created_by', 'updated_at', 'updated_by', 'deleted_at', 'rev'],
  ...['status_history', 'subscribers', 'body'],
] as const
const times: ReadonlySet<string> = new Set(['created_at', 'updated_at', 'deleted_at'])

/**
 * Returns the SQL for the SHA-256 of all values of an `element` row, as JSON without names. PostgreSQL writes equal
 * `jsonb` values as equal text. Uses built-in functions only: someone who tampers with rows could also replace a
 * user-defined function with one that accepts any row.
 */
export function rowDigest(row: Sql): Sql {
  const values = digestColumns.map((name) => {
    const column = sql`${row}.${id(name)}`
    return times.has(name) ? micros(column) : column
  })
  return sql`sha256(convert_to(json_build_array(${join(values)})::text, 'UTF8'))`
}

/** Returns the SQL for microseconds since 1970, which are the same in every time zone. */
const micros = (at: Sql): Sql => sql`(extract(epoch from ${at}) * 1000000)::bigint`

/** The digests of the rows with these aliases, made once, because every write of an element has one or two of them. */
export const digestOf = {
  old: flatten(rowDigest(sql`old`)),
  e: flatten(rowDigest(sql`e`)),
  inserted: flatten(rowDigest(sql`inserted`)),
}
