import type { Reader, Tx } from '../../foundation/db/database.ts'
import { sql } from '../../foundation/db/sql.ts'

export type SubstitutionKind = 'instead' | 'together'

export interface NewSubstitution {
  readonly id: string
  readonly principal: string
  readonly substitute: string
  readonly kind: SubstitutionKind
  /** The paths `namespace.code` of the applications that the substitution covers; null for all applications. */
  readonly applications: readonly string[] | null
  readonly from: Date
  readonly until: Date | null
  readonly by: string
  readonly now: Date
}

/** A substitution as stored; times are in the text format of the database. */
export interface SubstitutionRow extends Omit<NewSubstitution, 'from' | 'until' | 'by' | 'now'> {
  readonly fromAt: string
  readonly untilAt: string | null
  readonly endedAt: string | null
  readonly createdAt: string
  readonly createdBy: string
}

export async function insertSubstitution(tx: Tx, given: NewSubstitution): Promise<void> {
  await tx.rows(sql`
    insert into substitution (id, principal, substitute, kind, applications, from_at, until_at, created_at, created_by)
    values (${given.id}, ${given.principal}, ${given.substitute}, ${given.kind}, ${given.applications}::text[],
      ${given.from}, ${given.until}, ${given.now}, ${given.by})`)
}

/**
 * Locks the two users until the transaction ends, so that neither is blocked and neither gets another substitution
 * meanwhile. Returns the users that exist, by id.
 */
export async function lockPair(tx: Tx, ids: readonly [string, string]): Promise<Map<string, { blocked: boolean }>> {
  const rows = await tx.rows<{ id: string; blocked: boolean }>(sql`
    select id, status = 3 as blocked from users where id = any(${ids}::uuid[]) and deleted_at is null
    order by id for no key update`)
  return new Map(rows.map(({ id, blocked }) => [id, { blocked }]))
}

/**
 * Returns whether the same substitute already acts for the same principal in a part of the period from now on, in any
 * applications.
 */
export async function overlaps(reader: Reader, given: NewSubstitution): Promise<boolean> {
  const found = await reader.row(sql`
    select from substitution
    where principal = ${given.principal} and substitute = ${given.substitute} and ended_at is null
      and from_at < coalesce(${given.until}::timestamptz, 'infinity')
      and coalesce(until_at, 'infinity') > greatest(${given.from}::timestamptz, ${given.now}::timestamptz)
    limit 1`)
  return found !== undefined
}

/**
 * Ends a substitution. Returns false when it does not exist, has ended, or belongs to another principal than the
 * given one.
 */
export async function markEnded(
  tx: Tx,
  id: string,
  { principal, by, at }: { principal: string | undefined; by: string; at: Date },
): Promise<boolean> {
  const owned = principal === undefined ? sql`true` : sql`principal = ${principal}`
  const row = await tx.row(sql`
    update substitution set ended_at = ${at}, ended_by = ${by}
    where id = ${id} and ended_at is null and (until_at is null or until_at > ${at}) and ${owned} returning id`)
  return row !== undefined
}

/**
 * Returns substitutions, newest first, at most 10,000. `of` limits the list to those in which this user is the
 * principal or the substitute.
 */
export async function listSubstitutions(reader: Reader, of: string | undefined): Promise<SubstitutionRow[]> {
  const theirs = of === undefined ? sql`true` : sql`(principal = ${of} or substitute = ${of})`
  return reader.rows<SubstitutionRow>(sql`
    select id, principal, substitute, kind, applications, from_at as "fromAt", until_at as "untilAt",
      ended_at as "endedAt", created_at as "createdAt", created_by as "createdBy"
    from substitution where ${theirs} order by created_at desc, id desc limit 10000`)
}
