import { id, join, literal, type Sql, sql } from '../../foundation/db/sql.ts'

/** The columns of a registration that the journal keeps, in their order. A new column belongs at the end. */
const columns = [
  ...['id', 'case_id', 'serial', 'period', 'seq', 'number', 'template', 'state', 'app', 'element'],
  ...['registered_on', 'registered_at', 'registered_by', 'card', 'file', 'file_version', 'file_sha256', 'instance'],
  ...['previous', 'reserved_for', 'reserved_until', 'annulled_at', 'annulled_by', 'reason', 'corrections'],
] as const

const times: ReadonlySet<string> = new Set(['registered_at', 'annulled_at'])

/** Microseconds since 1970, which are the same in every time zone. */
const micros = (at: Sql): Sql => sql`(extract(epoch from ${at}) * 1000000)::bigint`

/** Returns the SQL of the text that the journal keeps of a registration. */
export function contentOf(row: Sql): Sql {
  const members = columns.map((name) => {
    const column = sql`${row}.${id(name)}`
    return sql`${literal(name)}, ${times.has(name) ? micros(column) : column}`
  })
  return sql`jsonb_build_object(${join(members)})::text`
}

/** The values of a row of the journal, as SQL. */
export interface EntryValues {
  readonly serial: Sql
  readonly period: Sql
  readonly no: Sql
  readonly registration: Sql
  readonly act: Sql
  readonly at: Sql
  readonly by: Sql
  readonly content: Sql
}

/**
 * Returns the SQL of the hash of a row of the journal: SHA-256 over the hash of the row before and all values. Uses
 * built-in functions only, since a user-defined function could be replaced with one that accepts any row.
 */
export function entryHash(before: Sql, { serial, period, no, registration, act, at, by, content }: EntryValues): Sql {
  return sql`sha256(coalesce(${before}, ''::bytea) || convert_to(json_build_array(${serial}, ${period}, ${no},
    ${registration}, ${act}, ${micros(at)}, ${by}, ${content})::text, 'UTF8'))`
}
