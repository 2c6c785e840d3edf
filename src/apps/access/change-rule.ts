import { Bound, join, literal, type Sql, sql } from '../../db/sql.ts'
import type { Authority } from './authorize.ts'
import type { RowRule } from './row-rule.ts'
import { ruleSql } from './rule-sql.ts'
import { shownValue } from './shown-value.ts'

/** What a change touches, as far as rights go. */
export interface Touching {
  /** Undefined: it neither deletes nor restores. */
  readonly deletedAt?: Date | null | undefined
  readonly body?: Readonly<Record<string, unknown>> | undefined
}

/** What the caller needs, of the row as it is before the change; each with the refusal that fits it. */
export interface Need {
  readonly of: 'edit' | 'delete' | { readonly field: string } | { readonly required: string }
  /** Never true. */
  readonly met: (row: Sql) => Sql
}

/**
 * The rights that a change needs. Clients send whole elements back as they read them, so what stays as it was shown needs
 * none: an equal value of a field, and a `__deletedAt` that neither deletes nor restores. The comparison is with what the
 * row shows to the caller: one with a value that is not shown would tell it. `emptied` are required fields of the body
 * without a value; they may be empty only where the row does not show them.
 */
export function needsOf(
  authority: Authority,
  { deletedAt, body = {}, ...others }: Touching,
  emptied: readonly string[] = [],
): Need[] {
  const isEdited = Object.keys(body).length > 0 || Object.values(others).some((value) => value !== undefined)
  const needs: Need[] = isEdited || deletedAt === undefined ? need('edit', authority.rows('edit')) : []
  if (deletedAt !== undefined) {
    const isSame = (row: Sql): Sql => sql`(${row}.deleted_at is null) = ${deletedAt === null}`
    needs.push(...need('delete', authority.rows('delete'), isSame))
  }
  for (const [code, value] of Object.entries(body)) {
    const bound = new Bound(JSON.stringify(value))
    const read = authority.field(code, 'read')
    const isSame = (row: Sql): Sql =>
      sql`coalesce(${shownValue(code, read, row)}, 'null') = coalesce(${bound}::jsonb, 'null')`
    needs.push(...need({ field: code }, authority.field(code, 'write'), isSame))
    if (emptied.includes(code))
      needs.push({ of: { required: code }, met: (row) => sql`(${ruleSql(read, row)}) is not true` })
  }
  return needs
}

function need(of: Need['of'], rule: RowRule, isSame?: (row: Sql) => Sql): Need[] {
  if (rule === true) return []
  return [{ of, met: (row) => (isSame ? sql`(${isSame(row)} or ${ruleSql(rule, row)})` : ruleSql(rule, row)) }]
}

/** The place of the first need that the row does not meet, from 1; 0 when all are met. */
export function firstUnmet(needs: readonly Need[], row: Sql): Sql {
  if (needs.length === 0) return sql`0`
  const cases = needs.map(
    ({ met }, place) => sql`when (${met(row)}) is not true then ${literal(String(place + 1))}::int`,
  )
  return sql`case ${join(cases, sql` `)} else 0 end`
}
