import type { Reader, Tx } from '../foundation/db/database.ts'
import { Bound, type Sql, sql } from '../foundation/db/sql.ts'
import type { Person } from '../people/index.ts'

/**
 * Returns a condition: one of these persons has a grant with one of the rights for `object`, which belongs to
 * `space`. With `ofMany`, the condition first collects all granted objects, so that an index on their ids can be
 * used; otherwise it checks the single object.
 */
export function granted(
  persons: readonly Person[],
  {
    space,
    object,
    anyOfRights,
    ofMany,
  }: { space: string; object: Sql; anyOfRights: readonly string[]; ofMany: boolean },
): Sql {
  const subjects = new Bound([...new Set(persons.flatMap(({ ids }) => ids))])
  const given = sql`g.space = ${space} and g.subject = any (${subjects}::uuid[]) and g.rights && ${anyOfRights}::text[]`
  if (ofMany) return sql`${object} = any (array(select g.object from access_grant g where ${given}))`
  return sql`exists (select from access_grant g where g.object = ${object} and ${given})`
}

export interface GrantRow {
  readonly subject: string
  readonly rights: readonly string[]
  readonly comment: string
  readonly createdAt: string
  readonly createdBy: string
}

export interface NewGrant {
  readonly space: string
  readonly object: string
  readonly subject: string
  readonly rights: readonly string[]
  readonly comment: string
}

/** Returns the grants for an object, oldest first. */
export async function grantsOf(reader: Reader, space: string, object: string): Promise<GrantRow[]> {
  return reader.rows<GrantRow>(sql`
    select subject::text, rights, comment, wire_time(created_at) as "createdAt", created_by::text as "createdBy"
    from access_grant where space = ${space} and object = ${object} order by created_at, subject`)
}

/** The part of a grant that the audit log records for a subject. */
export type Given = Pick<GrantRow, 'rights' | 'comment'>

/**
 * Locks the grants of an object until the transaction ends. Without the lock, two concurrent first grants would each
 * find no earlier one, and the audit log would lack the value before the change. Call this function before the grants
 * are read or changed, so that audit entries are in the order of the changes.
 */
export async function lockGrantsOf(tx: Tx, space: string, object: string): Promise<void> {
  await tx.rows(
    sql`select pg_advisory_xact_lock(hashtextextended(${`${space}/${object.toLowerCase()}`}, ${lockSeed}::bigint))`,
  )
}

/** An arbitrary number that distinguishes this advisory lock from the others of the project. */
const lockSeed = 7_412_070

/** Replaces the grant of a subject for an object. Returns the previous grant; undefined when there was none. */
export async function putGrant(
  tx: Tx,
  grant: NewGrant,
  { by, at }: { by: string; at: Date },
): Promise<Given | undefined> {
  const before = await deleteGrant(tx, grant.space, grant.object, grant.subject)
  await tx.rows(sql`
    insert into access_grant (space, object, subject, rights, comment, created_at, created_by)
    values (${grant.space}, ${grant.object}, ${grant.subject}, ${grant.rights}, ${grant.comment}, ${at}, ${by})
    on conflict (space, object, subject) do update set rights = excluded.rights, comment = excluded.comment,
      created_at = excluded.created_at, created_by = excluded.created_by`)
  return before
}

/** Deletes the grant of a subject for an object. Returns the deleted grant; undefined when there was none. */
export async function deleteGrant(tx: Tx, space: string, object: string, subject: string): Promise<Given | undefined> {
  return tx.row<Given>(sql`
    delete from access_grant where space = ${space} and object = ${object} and subject = ${subject}
    returning rights, comment`)
}

/** Deletes all grants for an object; used when the object itself is deleted. */
export async function deleteGrantsOf(tx: Tx, space: string, object: string): Promise<void> {
  await tx.rows(sql`delete from access_grant where space = ${space} and object = ${object}`)
}
