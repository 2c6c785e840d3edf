import { type Sql, sql } from '../../foundation/db/sql.ts'
import { isObject } from '../../foundation/kit/json.ts'
import { wrongValue } from '../errors.ts'
import type { Field } from '../field-type.ts'

const maxEntries = 10_000

/** Returns a list; a value that is no list becomes a list of one. */
export function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [value]
}

/** Throws when there are more entries than the field may hold. */
export function refuseTooMany(entries: readonly unknown[], field: Field): void {
  if (entries.length > maxEntries) throw wrongValue(field, `holds at most ${maxEntries} values`)
  if (!field.array && entries.length > 1) throw wrongValue(field, `holds one value, not ${entries.length}`)
}

/** Returns the entries without repetitions, in their order; null for an empty list, which counts as no value. */
export function distinct<T extends object | string>(entries: readonly T[], key: (entry: T) => string): T[] | null {
  const seen = new Map<string, T>()
  for (const entry of entries) if (!seen.has(key(entry))) seen.set(key(entry), entry)
  return seen.size === 0 ? null : [...seen.values()]
}

/** Returns the parts of a cell that are separated by `;`, without empty parts. */
export function cellEntries(text: string): string[] {
  return text
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part !== '')
}

/**
 * Returns the property of an object, or the value itself when it is no object. Clients send both `{code: "a"}` and
 * `"a"`.
 */
export function propertyOr(value: unknown, key: string): unknown {
  return isObject(value) ? value[key] : value
}

/**
 * Returns the SQL of the JSON when it is an array, otherwise of an empty array: the field may have had another type
 * before.
 */
export function asArray(json: Sql): Sql {
  return sql`(case jsonb_typeof(${json}) when 'array' then ${json} else '[]'::jsonb end)`
}

/** Returns the SQL of a value in the name of an element: what the value is compared or sorted by. */
export function comparedText(json: Sql, field: Field): Sql {
  const comparable = field.type.comparable!(field)
  return comparable.many ? comparable.sort(json) : comparable.value(json)
}
