import { type Actor, recordAudit, systemActor } from '../../foundation/audit/index.ts'
import type { Database, Tx } from '../../foundation/db/database.ts'
import type { Clock } from '../../foundation/kit/clock.ts'
import { isUuid, newId } from '../../foundation/kit/ids.ts'
import { Credentials, hashOfSecret } from '../credentials/credentials.ts'
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

export class Tokens extends Credentials {
  readonly #database: Database
  readonly #clock: Clock

  constructor(database: Database, clock: Clock) {
    super(database, clock, {
      name: 'tokens',
      ownerOf: ownerOfToken,
      recordUse: recordTokenUse,
      identity: ({ id }) => ({ tokenId: id }),
    })
    this.#database = database
    this.#clock = clock
  }

  /**
   * Stores the hash of a token and returns the id of the token. A token that is already stored is left unchanged; the
   * returned id is then the id of no token.
   */
  async create(
    tx: Tx,
    { userId, name, expiresAt, text }: { userId: string; name: string; expiresAt?: Date; text: string },
    actor: Actor = systemActor,
  ): Promise<string> {
    const now = new Date(this.#clock.nowMs())
    const id = newId(now.getTime())
    const made = await insertToken(tx, { id, userId, hash: hashOfSecret(text), name, expiresAt, now })
    if (made) await recordAudit(tx, actor, { object: `token:${id}`, after: { userId, name, expiresAt } })
    this.forget()
    return id
  }

  /** Revokes a token. With `ownerId`, only a token of this user. Throws `token.not_found`. */
  async revoke(actor: Actor, tokenId: string, ownerId?: string): Promise<void> {
    const missing = tokenNotFound('there is no such token, or it was revoked before')
    if (!isUuid(tokenId)) throw missing
    await this.#database.transaction(async (tx) => {
      const revoked = await revokeToken(tx, tokenId, ownerId, new Date(this.#clock.nowMs()))
      if (revoked === undefined) throw missing
      await recordAudit(tx, actor, { object: `token:${tokenId.toLowerCase()}`, before: revoked })
    })
    this.forget()
  }

  /** Lists the tokens of one user, or of all users, newest first, at most 10,000. */
  list(ownerId?: string): Promise<TokenView[]> {
    return listTokens(this.#database.reader, ownerId)
  }

  /** Returns whether the token is valid and belongs to an active administrator. */
  async isAdministrators(text: string): Promise<boolean> {
    const owner = await ownerOfToken(this.#database.reader, hashOfSecret(text), new Date(this.#clock.nowMs()))
    return owner?.administrator === true
  }

  /** Returns whether a token was ever created. */
  exists(): Promise<boolean> {
    return anyToken(this.#database.reader)
  }
}
