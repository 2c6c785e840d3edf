import { type Sql, sql } from '../db/sql.ts'
import { isObject } from '../kit/json.ts'
import { wrongValue } from './errors.ts'
import type { Field } from './field-type.ts'

const mostEntries = 10_000

/** One value where a list may stand is a list of one. */
export function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [value]
}

/** Refuses more entries than the field may hold. */
export function refuseTooMany(entries: readonly unknown[], field: Field): void {
  if (entries.length > mostEntries) throw wrongValue(field, `holds at most ${mostEntries} values`)
  if (!field.array && entries.length > 1) throw wrongValue(field, `holds one value, not ${entries.length}`)
}

/** Without repetitions, in their order; an empty list is no value at all. */
export function distinct<T extends object | string>(entries: readonly T[], key: (entry: T) => string): T[] | null {
  const seen = new Map<string, T>()
  for (const entry of entries) if (!seen.has(key(entry))) seen.set(key(entry), entry)
  return seen.size === 0 ? null : [...seen.values()]
}

/** The parts of a cell between `;`. */
export function cellEntries(text: string): string[] {
  return text
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part !== '')
}

/** The property of an object, the value itself when it is none: clients send `{code: "a"}` and `"a"` alike. */
export function propertyOr(value: unknown, key: string): unknown {
  return isObject(value) ? value[key] : value
}

/** The JSON when it is an array, else an empty one: a field may have had another type before. */
export function asArray(json: Sql): Sql {
  return sql`(case jsonb_typeof(${json}) when 'array' then ${json} else '[]'::jsonb end)`
}
