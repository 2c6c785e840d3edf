import { join, literal, type Sql, sql } from '../../db/sql.ts'
import type { Authority } from './authorize.ts'
import type { RowRule } from './row-rule.ts'
import { ruleSql } from './rule-sql.ts'

/** A field that may be read in some rows only. */
export interface MaskedField {
  readonly code: string
  readonly read: Exclude<RowRule, boolean>
}

/** The value of a field as a caller is shown it, as JSON: null where `read` is not true of the row. */
export function shownValue(code: string, read: RowRule, row: Sql): Sql {
  const json = sql`(${row}.body -> ${literal(code)})`
  return read === true ? json : sql`(case when ${ruleSql(read, row)} then ${json} end)`
}

/** Returns those of the fields that the caller may read in some rows only. */
export function maskedFields(authority: Pick<Authority, 'field'>, codes: readonly string[]): MaskedField[] {
  return codes.flatMap((code) => {
    const read = authority.field(code, 'read')
    return typeof read === 'function' ? [{ code, read }] : []
  })
}

/**
 * Returns the values that a change writes. The null that was shown in place of a value is sent back with the rest of an
 * element, and must not replace the value: those fields are left out where the row does not show them.
 */
export function withoutMasked(values: Sql, masked: readonly MaskedField[], row: Sql): Sql {
  if (masked.length === 0) return values
  const codes = masked.map(
    ({ code, read }) => sql`case when (${ruleSql(read, row)}) is not true then ${literal(code)} end`,
  )
  return sql`(${values} - array[${join(codes)}]::text[])`
}
