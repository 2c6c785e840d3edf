import type { Reader, Tx } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'

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

/** What was given to the object, the oldest first. */
export async function grantsOf(reader: Reader, space: string, object: string): Promise<GrantRow[]> {
  return reader.rows<GrantRow>(sql`
    select subject::text, rights, comment, wire_time(created_at) as "createdAt", created_by::text as "createdBy"
    from access_grant where space = ${space} and object = ${object} order by created_at, subject`)
}

/** What a subject was given, as far as the audit tells of it. */
export type Given = Pick<GrantRow, 'rights' | 'comment'>

/**
 * Until the transaction ends, nobody else changes what was given to the object: two at once would each take themselves for
 * the first, and the audit would not know what was before. Comes first, so that the audit has them in their order.
 */
export async function lockGrantsOf(tx: Tx, space: string, object: string): Promise<void> {
  await tx.rows(
    sql`select pg_advisory_xact_lock(hashtextextended(${`${space}/${object.toLowerCase()}`}, ${lockSeed}::bigint))`,
  )
}

/** Any number of ours. */
const lockSeed = 7_412_070

/** In place of what the subject was given before, which it gives. */
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

/** Gives what was taken; undefined when the subject was given nothing. */
export async function deleteGrant(tx: Tx, space: string, object: string, subject: string): Promise<Given | undefined> {
  return tx.row<Given>(sql`
    delete from access_grant where space = ${space} and object = ${object} and subject = ${subject}
    returning rights, comment`)
}

/** With the object itself. */
export async function deleteGrantsOf(tx: Tx, space: string, object: string): Promise<void> {
  await tx.rows(sql`delete from access_grant where space = ${space} and object = ${object}`)
}
