import { hash, randomBytes } from 'node:crypto'
import type { Database, Reader, Tx } from '../../foundation/db/database.ts'
import type { PeriodicJob } from '../../foundation/jobs/index.ts'
import type { Clock } from '../../foundation/kit/clock.ts'
import type { Identity } from '../caller.ts'
import { personsOf } from './persons.store.ts'

/**
 * The time for which a caller is cached after a lookup. It is below a second, so that a revoked secret stops working
 * within a second.
 */
const cacheMs = 900
const recordEveryMs = 60_000
const maxCached = 10_000

/** The active user whom a valid secret identifies. */
export interface CredentialOwner {
  /** Identifier of the token or session. */
  readonly id: string
  readonly user_id: string
  readonly administrator: boolean
}

/** One kind of secret that identifies a caller: tokens or sessions. */
export interface CredentialKind {
  /** Plural of the kind, such as `tokens`. */
  readonly name: string
  ownerOf(reader: Reader, hash: Buffer, now: Date): Promise<CredentialOwner | undefined>
  /**
   * Records when tokens or sessions were last used. Called once a minute if any were used, and at the end, since a
   * write for each request would cost more than the request itself.
   */
  recordUse(tx: Tx, ids: readonly string[], now: Date): Promise<void>
  identity(owner: CredentialOwner): Pick<Identity, 'tokenId' | 'sessionId'>
}

export class Credentials {
  readonly #database: Database
  readonly #clock: Clock
  readonly #kind: CredentialKind
  readonly #cached = new Map<string, { found: Promise<Found | undefined>; untilMs: number }>()
  readonly #used = new Set<string>()
  #lastUseMs = 0
  readonly periodic: PeriodicJob

  /** Creates a lookup of callers by secrets of one kind, with a short-lived cache of the callers found. */
  constructor(database: Database, clock: Clock, kind: CredentialKind) {
    this.#database = database
    this.#clock = clock
    this.#kind = kind
    this.periodic = {
      name: `record the last use of ${kind.name}`,
      everyMs: recordEveryMs,
      on: 'every node',
      run: () => this.#recordUses(),
    }
  }

  /**
   * Returns the caller that a secret identifies; undefined when the secret is not valid or its user is not active.
   */
  async identify(secret: string): Promise<Identity | undefined> {
    // The cache uses the monotonic clock: if the wall clock were set back by an hour, a revoked secret would work for
    // that hour.
    const nowMs = this.#clock.monotonicMs()
    const key = hash('sha256', secret, 'hex')
    let entry = this.#cached.get(key)
    if (entry === undefined || entry.untilMs < nowMs) {
      if (this.#cached.size >= maxCached) this.#cached.clear()
      entry = { found: this.#lookUp(Buffer.from(key, 'hex')), untilMs: nowMs + cacheMs }
      this.#cached.set(key, entry)
      entry.found.catch(() => this.#cached.delete(key))
    }
    const found = await entry.found
    if (found !== undefined) {
      this.#used.add(found.id)
      this.#lastUseMs = this.#clock.nowMs()
    }
    return found?.identity
  }

  /** Empties the cache, so that every caller is looked up again. */
  forget(): void {
    this.#cached.clear()
  }

  async close(): Promise<void> {
    await this.#recordUses().catch(() => undefined)
  }

  async #lookUp(secretHash: Buffer): Promise<Found | undefined> {
    const now = new Date(this.#clock.nowMs())
    const owner = await this.#kind.ownerOf(this.#database.single, secretHash, now)
    if (owner === undefined) return undefined
    const persons = await personsOf(this.#database.single, owner.user_id, now)
    const { user_id: userId, administrator } = owner
    return { id: owner.id, identity: { userId, administrator, persons, ...this.#kind.identity(owner) } }
  }

  async #recordUses(): Promise<void> {
    if (this.#used.size === 0) return
    const ids = [...this.#used]
    this.#used.clear()
    await this.#kind.recordUse(this.#database.single, ids, new Date(this.#lastUseMs))
  }
}

interface Found {
  readonly id: string
  readonly identity: Identity
}

/** Returns a new secret of 256 random bits, as base64url. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url')
}

export function hashOfSecret(secret: string): Buffer {
  return hash('sha256', secret, 'buffer')
}
