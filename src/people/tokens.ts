import type { Database, Tx } from '../db/database.ts'
import type { Clock } from '../kit/clock.ts'
import { isUuid, newId } from '../kit/ids.ts'
import { type Credentials, createCredentials, hashOfSecret } from './credentials.ts'
import { tokenNotFound } from './errors.ts'
import {
  anyToken,
  insertToken,
  listTokens,
  noteTokenUse,
  ownerOfToken,
  revokeToken,
  type TokenView,
} from './tokens.store.ts'

export interface Tokens extends Credentials {
  /** Keeps the hash of a token's text, and gives the token's id. A text that is known already stays as it is. */
  create(tx: Tx, token: { userId: string; name: string; expiresAt?: Date; text: string }): Promise<string>
  /** `ownerId`: only a token of this user. */
  revoke(tokenId: string, ownerId?: string): Promise<void>
  /** Of one user, or of all; the newest first. */
  list(ownerId?: string): Promise<TokenView[]>
  /** Was any ever made? */
  exists(): Promise<boolean>
}

export function createTokens(database: Database, clock: Clock): Tokens {
  const credentials = createCredentials(database, clock, {
    ownerOf: ownerOfToken,
    noteUse: noteTokenUse,
    identity: ({ id }) => ({ tokenId: id }),
  })
  return {
    ...credentials,
    async create(tx, { userId, name, expiresAt, text }) {
      const now = new Date(clock.nowMs())
      const id = newId(now.getTime())
      await insertToken(tx, { id, userId, hash: hashOfSecret(text), name, expiresAt, now })
      credentials.forget()
      return id
    },
    async revoke(tokenId, ownerId) {
      const revoked = isUuid(tokenId) && (await revokeToken(database.single, tokenId, ownerId, new Date(clock.nowMs())))
      if (!revoked) throw tokenNotFound('there is no such token, or it was revoked before')
      credentials.forget()
    },
    list: (ownerId) => listTokens(database.reader, ownerId),
    exists: () => anyToken(database.reader),
  }
}
