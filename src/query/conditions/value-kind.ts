import { type Sql, sql } from '../../foundation/db/sql.ts'
import { refuse } from '../errors.ts'
import type { Known, ValueKind } from './query-level.ts'

/** The family of each kind, as error messages name it. Two values can be compared only within one family. */
const families: Readonly<Record<ValueKind, string>> = {
  text: 'text',
  code: 'text',
  number: 'a number',
  int: 'a number',
  boolean: 'yes or no',
  instant: 'a moment',
  timestamp: 'a moment',
  id: 'an id',
  uuid: 'an id',
  item: 'a reference to any application',
}

const ordered = new Set<ValueKind>(['text', 'code', 'number', 'int', 'instant', 'timestamp'])

export function kindName(kind: ValueKind): string {
  return families[kind]
}

export function isOrdered(kind: ValueKind): boolean {
  return ordered.has(kind)
}

/** Returns the COLLATE clause of a kind. Text is ordered as people expect (ё next to е), moments by code point. */
export function collation(kind: ValueKind): Sql {
  if (kind === 'text' || kind === 'code') return sql` collate "und-x-icu"`
  return kind === 'instant' ? sql` collate "C"` : sql``
}

/** Returns the kind in which both operands can be written. Throws a 400 when they cannot be compared. */
export function sharedKind(a: Known, b: Known): ValueKind {
  for (const known of [a, b]) {
    if (known.kind === undefined) throw refuse(`${known.label} can only be asked whether it is empty`, known.at)
  }
  const [left, right] = [a.kind!, b.kind!]
  if (families[left] !== families[right]) {
    throw refuse(`${a.label} is ${families[left]} and ${b.label} is ${families[right]}`, b.at ?? a.at)
  }
  if (left === right) return left
  if (families[left] === 'an id') return 'id'
  return families[left] === 'a moment' ? 'instant' : left
}

/**
 * Converts the SQL of a value from the kind `from` to the kind `to` where the two differ in form. The SQL never fails
 * on any row.
 */
export function inKind(value: Sql, from: ValueKind | undefined, to: ValueKind): Sql {
  if (from === 'uuid' && to === 'id') return sql`${value}::text`
  if (from !== 'timestamp' || to !== 'instant') return value
  return sql`rtrim(rtrim(to_char(${value} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'), '0'), '.')`
}
