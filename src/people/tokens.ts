import { createHash, randomBytes } from 'node:crypto'
import { type Actor, recordAudit, systemActor } from '../audit/index.ts'
import type { Database, Tx } from '../db/database.ts'
import type { Clock } from '../kit/clock.ts'
import { isUuid, newId } from '../kit/ids.ts'
import type { Identity } from './caller.ts'
import { tokenNotFound } from './errors.ts'
import { personsOf } from './persons.store.ts'
import {
  anyToken,
  insertToken,
  listTokens,
  noteTokenUse,
  ownerOfToken,
  revokeToken,
  type TokenView,
} from './tokens.store.ts'

/** A caller that was looked up is trusted this long, so that a revoked token stops working within a second. */
const trustedForMs = 900
const noteUseEveryMs = 60_000
const mostTrusted = 10_000

export interface Tokens {
  /** The caller behind a token, or undefined when it is unknown, revoked, expired or its user is not active. */
  identify(token: string): Promise<Identity | undefined>
  /** Keeps the hash of a token's text, and gives the token's id. A text that is known already stays as it is. */
  create(
    tx: Tx,
    token: { userId: string; name: string; expiresAt?: Date; text: string },
    actor?: Actor,
  ): Promise<string>
  /** `ownerId`: only a token of this user. */
  revoke(actor: Actor, tokenId: string, ownerId?: string): Promise<void>
  /** Of one user, or of all; the newest first. */
  list(ownerId?: string): Promise<TokenView[]>
  /** Looks everybody up anew: somebody was blocked, or is no administrator any more. */
  forget(): void
  /** Was any ever made? */
  exists(): Promise<boolean>
  close(): Promise<void>
}

export function createTokens(database: Database, clock: Clock): Tokens {
  const trusted = new Map<string, { caller: Promise<Identity | undefined>; untilMs: number }>()
  const used = new Set<string>()

  async function lookUp(hash: Buffer): Promise<Identity | undefined> {
    const owner = await ownerOfToken(database.single, hash, new Date(clock.nowMs()))
    if (owner === undefined) return undefined
    const persons = await personsOf(database.single, owner.user_id)
    return { userId: owner.user_id, tokenId: owner.token_id, administrator: owner.administrator, persons }
  }

  async function noteUses(): Promise<void> {
    if (used.size === 0) return
    const ids = [...used]
    used.clear()
    await noteTokenUse(database.single, ids, new Date(clock.nowMs()))
  }
  const timer = setInterval(() => void noteUses().catch(() => undefined), noteUseEveryMs).unref()

  return {
    async identify(token) {
      // Real time, not the movable clock: this is about how old knowledge is.
      const nowMs = Date.now()
      const key = hashOf(token)
      const name = key.toString('base64')
      let entry = trusted.get(name)
      if (entry === undefined || entry.untilMs < nowMs) {
        if (trusted.size >= mostTrusted) trusted.clear()
        entry = { caller: lookUp(key), untilMs: nowMs + trustedForMs }
        trusted.set(name, entry)
        entry.caller.catch(() => trusted.delete(name))
      }
      const caller = await entry.caller
      if (caller !== undefined) used.add(caller.tokenId)
      return caller
    },
    async create(tx, { userId, name, expiresAt, text }, actor = systemActor) {
      const now = new Date(clock.nowMs())
      const id = newId(now.getTime())
      const made = await insertToken(tx, { id, userId, hash: hashOf(text), name, expiresAt, now })
      if (made) await recordAudit(tx, actor, { object: `token:${id}`, after: { userId, name, expiresAt } })
      trusted.delete(hashOf(text).toString('base64'))
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
      trusted.clear()
    },
    list: (ownerId) => listTokens(database.reader, ownerId),
    forget: () => trusted.clear(),
    exists: () => anyToken(database.reader),
    async close() {
      clearInterval(timer)
      await noteUses().catch(() => undefined)
    },
  }
}

/** 256 random bits. */
export function newTokenText(): string {
  return randomBytes(32).toString('base64url')
}

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
