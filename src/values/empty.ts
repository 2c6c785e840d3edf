import { type Sql, sql } from '../foundation/db/sql.ts'
import { isObject } from '../foundation/kit/json.ts'

/**
 * Returns whether a value counts as missing where a value is required: null, a blank text, an empty list, or a table
 * without rows. `emptyJson` is the same rule in SQL, and the console has its own `isEmpty`.
 */
export function isEmpty(value: unknown): boolean {
  if (typeof value === 'string') return value.trim() === ''
  if (Array.isArray(value)) return value.length === 0
  if (isObject(value) && Array.isArray(value.rows)) return value.rows.length === 0
  return value === undefined || value === null
}

/** The characters that `trim` removes, so that the database calls the same texts blank as `isEmpty`. */
const blanks =
  '\t\n\v\f\r \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff'

/** Returns the SQL that tests whether a JSON value counts as missing by the rule of `isEmpty`; never null. */
export function emptyJson(value: Sql): Sql {
  return sql`(coalesce(${value}, 'null') in ('null', '[]') or coalesce(${value} -> 'rows' = '[]', false)
    or coalesce(jsonb_typeof(${value}) = 'string' and ${isBlank(sql`${value} #>> '{}'`)}, false))`
}

/** Returns the SQL that tests whether a text counts as missing by the rule of `isEmpty`. */
export function isBlank(text: Sql): Sql {
  return sql`btrim(${text}, ${blanks}::text) = ''`
}
