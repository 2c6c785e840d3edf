import { type Authority, type RowFilter, rowFilterSql } from '../../../access/index.ts'
import { join, literal, type Sql, sql } from '../../../foundation/db/sql.ts'

/** A field that the caller may read in some rows only. */
export interface MaskedField {
  readonly code: string
  readonly read: Exclude<RowFilter, boolean>
}

/**
 * Returns the SQL of a field's value as JSON, as the caller may see it: null in rows where the caller may not read the
 * field.
 */
export function shownValue(code: string, read: RowFilter, row: Sql): Sql {
  return shown(sql`(${row}.body -> ${literal(code)})`, read, row)
}

/** Returns the SQL of a value; null in rows where the caller may not read it. */
export function shown(value: Sql, read: RowFilter, row: Sql): Sql {
  return read === true ? value : sql`(case when ${rowFilterSql(read, row)} then ${value} end)`
}

/** Returns the fields that the caller may read in some rows only. */
export function maskedFields(authority: Pick<Authority, 'field'>, codes: readonly string[]): MaskedField[] {
  return codes.flatMap((code) => {
    const read = authority.field(code, 'read')
    return typeof read === 'function' ? [{ code, read }] : []
  })
}

/**
 * Returns the SQL of the values that a change writes, without the fields that the row hides from the caller. Clients
 * send the null that was shown in place of a hidden value back with the rest of the element, and that null must not
 * replace the value.
 */
export function withoutMasked(values: Sql, masked: readonly MaskedField[], row: Sql): Sql {
  if (masked.length === 0) return values
  const codes = masked.map(
    ({ code, read }) => sql`case when (${rowFilterSql(read, row)}) is not true then ${literal(code)} end`,
  )
  return sql`(${values} - array[${join(codes)}]::text[])`
}
