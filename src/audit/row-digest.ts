import { id, join, type Sql, sql } from '../db/sql.ts'

/** Every column of `element`, in the order of the digest. A column that is added is an entry here, and a new digest. */
export const digestColumns = [
  ...['app', 'id', 'idx', 'name', 'status', 'status_group', 'directory', 'external_id'],
  ...['created_at', 'created_by', 'updated_at', 'updated_by', 'deleted_at', 'rev'],
  ...['status_history', 'subscribers', 'body'],
] as const
const times: ReadonlySet<string> = new Set(['created_at', 'updated_at', 'deleted_at'])

/**
 * SHA-256 of all that a row of `element` holds, as JSON without names. PostgreSQL writes equal `jsonb` as equal text.
 * Built-in functions alone: one of our own could be replaced by whoever changes rows, and would call any row sound.
 */
export function rowDigest(row: Sql): Sql {
  const values = digestColumns.map((name) => {
    const column = sql`${row}.${id(name)}`
    return times.has(name) ? micros(column) : column
  })
  return sql`sha256(convert_to(json_build_array(${join(values)})::text, 'UTF8'))`
}

/** Microseconds since 1970, the same in every time zone. */
const micros = (at: Sql): Sql => sql`(extract(epoch from ${at}) * 1000000)::bigint`
