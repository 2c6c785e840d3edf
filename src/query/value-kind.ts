import { type Sql, sql } from '../db/sql.ts'
import { refuse } from './errors.ts'
import type { Known, ValueKind } from './frame.ts'

/** What two values must share to be compared. */
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

/** Text is ordered as people expect (ё beside е), moments by their characters. */
export function collation(kind: ValueKind): Sql {
  if (kind === 'text' || kind === 'code') return sql` collate "und-x-icu"`
  return kind === 'instant' ? sql` collate "C"` : sql``
}

/** Refuses two things that can't be compared; for the rest gives the kind in which both can be written. */
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

/** Writes a value of kind `from` as one of `to`, where they differ in form; never fails on any row. */
export function inKind(value: Sql, from: ValueKind | undefined, to: ValueKind): Sql {
  if (from === 'uuid' && to === 'id') return sql`${value}::text`
  if (from !== 'timestamp' || to !== 'instant') return value
  return sql`rtrim(rtrim(to_char(${value} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'), '0'), '.')`
}
