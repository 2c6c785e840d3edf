import { type Actor, recordAudit, systemActor } from '../../foundation/audit/index.ts'
import type { Database, Tx } from '../../foundation/db/database.ts'
import type { Clock } from '../../foundation/kit/clock.ts'
import { isUuid, newId } from '../../foundation/kit/ids.ts'
import { type Credentials, createCredentials, hashOfSecret } from '../credentials/credentials.ts'
import { tokenNotFound } from '../errors.ts'
import {
  anyToken,
  insertToken,
  listTokens,
  ownerOfToken,
  recordTokenUse,
  revokeToken,
  type TokenView,
} from './tokens.store.ts'

export interface Tokens extends Credentials {
  /** Stores the hash of a token and returns the token's id. A token that is already stored is left unchanged. */
  create(
    tx: Tx,
    token: { userId: string; name: string; expiresAt?: Date; text: string },
    actor?: Actor,
  ): Promise<string>
  /** Revokes a token. With `ownerId`, only a token of this user. */
  revoke(actor: Actor, tokenId: string, ownerId?: string): Promise<void>
  /** Lists the tokens of one user, or of all users, newest first, at most 10,000. */
  list(ownerId?: string): Promise<TokenView[]>
  /** Returns whether the token is valid and belongs to an active administrator. */
  isAdministrators(text: string): Promise<boolean>
  /** Returns whether a token was ever created. */
  exists(): Promise<boolean>
}

export function createTokens(database: Database, clock: Clock): Tokens {
  const credentials = createCredentials(database, clock, {
    name: 'tokens',
    ownerOf: ownerOfToken,
    recordUse: recordTokenUse,
    identity: ({ id }) => ({ tokenId: id }),
  })
  return {
    ...credentials,
    async create(tx, { userId, name, expiresAt, text }, actor = systemActor) {
      const now = new Date(clock.nowMs())
      const id = newId(now.getTime())
      const made = await insertToken(tx, { id, userId, hash: hashOfSecret(text), name, expiresAt, now })
      if (made) await recordAudit(tx, actor, { object: `token:${id}`, after: { userId, name, expiresAt } })
      credentials.forget()
      return id
    },
    async revoke(actor, tokenId, ownerId) {
      const missing = tokenNotFound('there is no such token, or it was revoked before')
      if (!isUuid(tokenId)) throw missing
      await database.transaction(async (tx) => {
        const revoked = await revokeToken(tx, tokenId, ownerId, new Date(clock.nowMs()))
        if (revoked === undefined) throw missing
        await recordAudit(tx, actor, { object: `token:${tokenId.toLowerCase()}`, before: revoked })
      })
      credentials.forget()
    },
    list: (ownerId) => listTokens(database.reader, ownerId),
    async isAdministrators(text) {
      const owner = await ownerOfToken(database.reader, hashOfSecret(text), new Date(clock.nowMs()))
      return owner?.administrator === true
    },
    exists: () => anyToken(database.reader),
  }
}
