import { type Sql, sql } from '../../foundation/db/sql.ts'
import type { Reference, Rows } from '../conditions/plan.ts'
import { NarrowRow } from '../source.ts'

/** Returns the table of the rows and their alias, for a FROM clause. */
export function fromItem({ source, row }: Rows): Sql {
  const table = row instanceof NarrowRow ? source.narrow?.table : source.relation
  return sql`${table} ${row}`
}

/**
 * Returns the source's scope: the test for rows that the caller may see. The brackets keep a neighbouring OR from
 * widening the scope.
 */
export function visible({ source, row }: Rows, ofMany = false): Sql {
  return sql`(${source.scope(row, ofMany)})`
}

/**
 * Returns the SQL that tests whether a row is one of the rows whose ids the field holds. The pattern skips entries that
 * are no uuids, which would make the cast fail.
 */
export function isReferred({ field, from, to: { source, row } }: Reference): Sql {
  if (field.column?.kind === 'uuid') return sql`${source.id(row)} = ${field.column.value(from)}`
  return sql`${source.id(row)} = any (array(select (v #>> '{}')::uuid from jsonb_path_query(${field.json(from)}, ${uuidsOf}) v))`
}

const uuidsOf = sql`'lax $[*] ? (@ like_regex "^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$")'`
