import { type Sql, sql } from '../../foundation/db/sql.ts'
import type { Compared, ListValue, ValueKind } from '../conditions/plan.ts'

/**
 * Returns the COLLATE clause of a kind. Text is ordered as people expect (ё next to е), texts of moments by code
 * point.
 */
export function collation(kind: ValueKind): Sql {
  if (kind === 'text' || kind === 'code') return sql` collate "und-x-icu"`
  return kind === 'instant' ? sql` collate "C"` : sql``
}

/**
 * Converts the SQL of a value from the kind `from` to the kind `to` where the two differ in form. The SQL never fails
 * on any row.
 */
export function inKind(value: Sql, from: ValueKind, to: ValueKind): Sql {
  if (from === 'uuid' && to === 'id') return sql`${value}::text`
  if (from !== 'timestamp' || to !== 'instant') return value
  return sql`rtrim(rtrim(to_char(${value} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'), '0'), '.')`
}

/**
 * Returns the value as a bound parameter with an explicit type, so that equal statement texts mean equal statements.
 */
export function boundValue(kind: ValueKind, value: Compared): Sql {
  switch (kind) {
    case 'number':
      return sql`${value}::numeric`
    case 'int':
      return Number.isSafeInteger(value) ? sql`${value}::bigint` : sql`${value}::numeric`
    case 'boolean':
      return sql`${value}::boolean`
    case 'timestamp':
      return sql`${`${value}Z`}::timestamptz`
    case 'uuid':
      return sql`${value}::uuid`
    default:
      return sql`${value}::text`
  }
}

/** Returns all values as one bound array, so that the statement text does not depend on the length of the list. */
export function boundList(kind: ValueKind, values: readonly Compared[]): Sql {
  switch (kind) {
    case 'number':
      return sql`${values}::numeric[]`
    case 'int':
      return values.every((value) => Number.isSafeInteger(value)) ? sql`${values}::bigint[]` : sql`${values}::numeric[]`
    case 'boolean':
      return sql`${values}::boolean[]`
    case 'timestamp':
      return sql`${values.map((value) => `${value}Z`)}::timestamptz[]`
    case 'uuid':
      return sql`${values}::uuid[]`
    default:
      return sql`${values}::text[]`
  }
}

/** Returns the FROM item that gives one row for each value of a list, and the SQL of that value. */
export function valuesOf({ json, type }: Pick<ListValue, 'json' | 'type'>, alias: Sql): { from: Sql; value: Sql } {
  return { from: sql`${entriesOf(json)} ${alias}`, value: type.entry(alias) }
}

/**
 * Returns the entries of a JSON list as a set. Unlike `jsonb_array_elements`, the path query never fails: a value that
 * is no list counts as its own only entry.
 */
export function entriesOf(json: Sql): Sql {
  return sql`jsonb_path_query(${json}, 'lax $[*]')`
}
