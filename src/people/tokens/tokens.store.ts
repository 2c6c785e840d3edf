import type { Reader, Tx } from '../../foundation/db/database.ts'
import { sql } from '../../foundation/db/sql.ts'
import type { CredentialOwner } from '../credentials/credentials.ts'

export interface NewToken {
  readonly id: string
  readonly userId: string
  readonly hash: Buffer
  readonly name: string
  readonly expiresAt: Date | undefined
  readonly now: Date
}

/** Stores a token. Returns false when a token with this hash is already stored. */
export async function insertToken(tx: Tx, token: NewToken): Promise<boolean> {
  const row = await tx.row(sql`
    insert into token (id, user_id, hash, name, created_at, expires_at)
    values (${token.id}, ${token.userId}, ${token.hash}, ${token.name}, ${token.now}, ${token.expiresAt})
    on conflict (hash) do nothing returning id`)
  return row !== undefined
}

/** Returns the active user of a token that is neither revoked nor expired. */
export async function ownerOfToken(reader: Reader, hash: Buffer, now: Date): Promise<CredentialOwner | undefined> {
  return reader.row<CredentialOwner>(sql`
    select token.id, users.id as user_id, users.administrator
    from token join users on users.id = token.user_id
    where token.hash = ${hash} and token.revoked_at is null and (token.expires_at is null or token.expires_at > ${now})
      and users.status = 2 and users.deleted_at is null`)
}

export async function recordTokenUse(tx: Tx, tokenIds: readonly string[], now: Date): Promise<void> {
  await tx.rows(sql`update token set last_used_at = ${now} where id = any(${tokenIds}::uuid[])`)
}

export async function anyToken(reader: Reader): Promise<boolean> {
  return (await reader.row(sql`select from token limit 1`)) !== undefined
}

/**
 * Revokes a token; with `ownerId`, only a token of this user. Returns the token's name and user; undefined when the
 * token does not exist or was revoked before.
 */
export async function revokeToken(
  tx: Tx,
  tokenId: string,
  ownerId: string | undefined,
  now: Date,
): Promise<{ name: string; userId: string } | undefined> {
  const owned = ownerId === undefined ? sql`true` : sql`user_id = ${ownerId}`
  return tx.row<{ name: string; userId: string }>(sql`
    update token set revoked_at = ${now} where id = ${tokenId} and revoked_at is null and ${owned}
    returning name, user_id as "userId"`)
}

/** The public data of a token, without its secret and hash. */
export interface TokenView {
  readonly id: string
  readonly name: string
  readonly userId: string
  readonly login: string
  readonly createdAt: string
  readonly expiresAt: string | null
  readonly revokedAt: string | null
  /** The time of the last use, exact to about a minute. */
  readonly lastUsedAt: string | null
}

/** Returns the tokens of one user, or of all users, newest first, at most 10,000. */
export async function listTokens(reader: Reader, ownerId: string | undefined): Promise<TokenView[]> {
  const owned = ownerId === undefined ? sql`true` : sql`token.user_id = ${ownerId}`
  return reader.rows<TokenView>(sql`
    select token.id, token.name, token.user_id as "userId", users.login,
      wire_time(token.created_at) as "createdAt", wire_time(token.expires_at) as "expiresAt",
      wire_time(token.revoked_at) as "revokedAt", wire_time(token.last_used_at) as "lastUsedAt"
    from token join users on users.id = token.user_id
    where ${owned} order by token.created_at desc, token.id desc limit 10000`)
}
