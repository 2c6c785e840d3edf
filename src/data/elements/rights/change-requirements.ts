import { type Authority, type RowFilter, rowFilterSql } from '../../../access/index.ts'
import { Bound, join, literal, type Sql, sql } from '../../../foundation/db/sql.ts'
import { emptyJson } from '../../../values/index.ts'
import type { Status } from '../../applications/application.ts'
import { shownValue } from './shown-value.ts'

/** The parts of a change that need rights. */
export interface RequestedChange {
  /** The new time of deletion, or null to restore; undefined when the change neither deletes nor restores. */
  readonly deletedAt?: Date | null | undefined
  readonly body?: Readonly<Record<string, unknown>> | undefined
}

/**
 * A requirement that the row, as it is before the change, must meet; `of` selects the error for an unmet requirement.
 */
export interface Requirement {
  readonly of:
    | 'edit'
    | 'delete'
    | { readonly field: string }
    | { readonly required: string }
    | { readonly standing: string }
    | { readonly identity: string }
    | { readonly status: Status }
  /** Returns the SQL that tests whether the row meets the requirement; a null result counts as unmet. */
  readonly met: (row: Sql) => Sql
}

/**
 * Returns the rights that a change needs. Clients send whole elements back as they read them, so a value that stays
 * as it was shown needs no right of its own: an equal value of a field, or a `__deletedAt` that neither deletes nor
 * restores. The new value is compared with the value that the row shows to the caller, because a comparison with a
 * hidden value would reveal it. `emptied` are the required fields that the body sets to an empty value; they may be
 * empty only where the row hides the field from the caller.
 */
export function requirementsOf(
  authority: Authority,
  { deletedAt, body = {}, ...others }: RequestedChange,
  emptied: readonly string[] = [],
): Requirement[] {
  const isEdited = Object.keys(body).length > 0 || Object.values(others).some((value) => value !== undefined)
  const requirements: Requirement[] = isEdited || deletedAt === undefined ? require('edit', authority.rows('edit')) : []
  if (deletedAt !== undefined) {
    const isSame = (row: Sql): Sql => sql`(${row}.deleted_at is null) = ${deletedAt === null}`
    requirements.push(...require('delete', authority.rows('delete'), isSame))
  }
  for (const [code, value] of Object.entries(body)) {
    const bound = new Bound(JSON.stringify(value))
    const read = authority.field(code, 'read')
    const isSame = (row: Sql): Sql =>
      sql`coalesce(${shownValue(code, read, row)}, 'null') = coalesce(${bound}::jsonb, 'null')`
    requirements.push(...require({ field: code }, authority.field(code, 'write'), isSame))
    if (emptied.includes(code))
      requirements.push({ of: { required: code }, met: (row) => sql`(${rowFilterSql(read, row)}) is not true` })
  }
  return requirements
}

/**
 * Returns the requirements that the fields `codes`, which are required and which a change does not name, already have
 * values. A field may lack a value in a row in which the caller may not write the field.
 */
export function standingRequirements(authority: Pick<Authority, 'field'>, codes: readonly string[]): Requirement[] {
  return codes.map((code) => {
    const filter = authority.field(code, 'write')
    const isFilled = (row: Sql): Sql => sql`not ${emptyJson(sql`(${row}.body -> ${literal(code)})`)}`
    const met = (row: Sql): Sql => sql`(${isFilled(row)} or (${rowFilterSql(filter, row)}) is not true)`
    return { of: { standing: code }, met: filter === true ? isFilled : met }
  })
}

function require(of: Requirement['of'], filter: RowFilter, isSame?: (row: Sql) => Sql): Requirement[] {
  if (filter === true) return []
  return [
    { of, met: (row) => (isSame ? sql`(${isSame(row)} or ${rowFilterSql(filter, row)})` : rowFilterSql(filter, row)) },
  ]
}

/**
 * Returns the SQL of the position of the first unmet requirement, counted from 1; 0 when the row meets all
 * requirements.
 */
export function firstUnmet(requirements: readonly Requirement[], row: Sql): Sql {
  if (requirements.length === 0) return sql`0`
  const cases = requirements.map(
    ({ met }, index) => sql`when (${met(row)}) is not true then ${literal(String(index + 1))}::int`,
  )
  return sql`case ${join(cases, sql` `)} else 0 end`
}
