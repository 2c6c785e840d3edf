import type { Reader, Tx } from '../../foundation/db/database.ts'
import { type Sql, sql } from '../../foundation/db/sql.ts'
import type { CredentialOwner } from '../credentials/credentials.ts'

export interface NewSession {
  readonly id: string
  readonly userId: string
  readonly hash: Buffer
  readonly address: string
  readonly agent: string
  readonly now: Date
}

/** A session is live when it was created and last used after these times. */
export interface Ages {
  readonly createdAfter: Date
  readonly usedAfter: Date
}

const isLive = ({ createdAfter, usedAfter }: Ages): Sql =>
  sql`(s.created_at > ${createdAfter} and s.last_used_at > ${usedAfter})`

/**
 * Creates a session. Returns false when the user is not active, or when the password has changed since it was verified.
 * Without `verifiedHash`, the user signs in without a password. The row locks make this statement wait for a password
 * change in progress; a later password change finds the session and ends it.
 */
export async function insertSession(tx: Tx, session: NewSession, verifiedHash?: string): Promise<boolean> {
  const byPassword =
    verifiedHash === undefined ? sql`` : sql`join password p on p.user_id = u.id and p.hash = ${verifiedHash}`
  const row = await tx.row(sql`
    insert into session (id, user_id, hash, created_at, last_used_at, address, agent)
    select ${session.id}, u.id, ${session.hash}, ${session.now}, ${session.now}, ${session.address}, ${session.agent}
    from users u ${byPassword}
    where u.id = ${session.userId} and u.status = 2 and u.deleted_at is null
    for share
    returning id`)
  return row !== undefined
}

export async function ownerOfSession(reader: Reader, hash: Buffer, ages: Ages): Promise<CredentialOwner | undefined> {
  return reader.row<CredentialOwner>(sql`
    select s.id, u.id as user_id, u.administrator
    from session s join users u on u.id = s.user_id
    where s.hash = ${hash} and ${isLive(ages)} and u.status = 2 and u.deleted_at is null`)
}

export async function recordSessionUse(tx: Tx, ids: readonly string[], now: Date): Promise<void> {
  await tx.rows(sql`update session set last_used_at = ${now} where id = any(${ids}::uuid[])`)
}

/** Deletes a session of a user. Returns false when the user has no such session. */
export async function deleteSession(tx: Tx, id: string, userId: string): Promise<boolean> {
  const row = await tx.row(sql`delete from session where id = ${id} and user_id = ${userId} returning id`)
  return row !== undefined
}

/** Deletes all sessions of a user except `butId`. Returns false when the user does not exist. */
export async function deleteSessionsOf(tx: Tx, userId: string, butId?: string): Promise<boolean> {
  const row = await tx.row(sql`
    with ended as (delete from session where user_id = ${userId} and id is distinct from ${butId}::uuid)
    select from users where id = ${userId} and deleted_at is null`)
  return row !== undefined
}

export async function deleteEndedSessions(tx: Tx, userId: string, ages: Ages): Promise<void> {
  await tx.rows(sql`delete from session s where s.user_id = ${userId} and not ${isLive(ages)}`)
}

export interface SessionRow {
  readonly id: string
  readonly createdAt: string
  readonly lastUsedAt: string
  readonly address: string
  readonly agent: string
}

/** Returns the live sessions of a user, newest first, at most 1,000. */
export async function sessionsOf(reader: Reader, userId: string, ages: Ages): Promise<SessionRow[]> {
  return reader.rows<SessionRow>(sql`
    select s.id, s.created_at as "createdAt", s.last_used_at as "lastUsedAt", s.address, s.agent
    from session s where s.user_id = ${userId} and ${isLive(ages)} order by s.created_at desc, s.id desc limit 1000`)
}
