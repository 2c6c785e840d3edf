import type { Database, Tx } from '../../foundation/db/database.ts'
import type { Caller } from '../../people/index.ts'
import { quotaReached } from '../errors.ts'
import { lockUsage, type Used, usedBytes } from './usage.store.ts'

/** The quotas in bytes of each user and of the whole installation; undefined for no quota. */
export interface QuotaSettings {
  readonly userQuotaBytes?: number | undefined
  readonly quotaBytes?: number | undefined
}

interface Usage {
  readonly bytes: number
  /** The quota in bytes; null for no quota. */
  readonly quota: number | null
}

/** The quotas of users and of the installation, and how much of them is used. */
export class Quota {
  readonly #database: Database
  readonly #userQuotaBytes: number | undefined
  readonly #quotaBytes: number | undefined
  readonly #isNone: boolean

  constructor(database: Database, { userQuotaBytes, quotaBytes }: QuotaSettings) {
    this.#database = database
    this.#userQuotaBytes = userQuotaBytes
    this.#quotaBytes = quotaBytes
    this.#isNone = userQuotaBytes === undefined && quotaBytes === undefined
  }

  /** Reads the current usage and returns a function that throws a 402 when `bytes` more bytes exceed a quota. */
  async open(userId: string): Promise<(bytes: number) => void> {
    if (this.#isNone) return () => {}
    const before = await usedBytes(this.#database.reader, userId)
    return (bytes) => {
      this.#refuseUser(before, bytes)
      this.#refuseAll(before, bytes)
    }
  }

  /**
   * Runs `work`, which adds `bytes` to the user's usage, in a transaction; rolls it back and throws a 402 when a quota
   * is exceeded.
   */
  async add<T>(userId: string, bytes: number, work: (tx: Tx) => Promise<T>): Promise<T> {
    if (this.#isNone) return this.#database.transaction(work)
    return this.#database.transaction(async (tx) => {
      await lockUsage(tx, userId)
      const result = await work(tx)
      const { user, all } = await usedBytes(tx, userId)
      const before = { user: user - bytes, all: all - bytes }
      this.#refuseUser(before, bytes)
      this.#refuseAll(before, bytes)
      return result
    })
  }

  /**
   * Does the same as `add` for work that consists of one statement. Without quotas, the statement commits by itself,
   * which saves the round trips of a transaction.
   */
  async addInStatement<T>(userId: string, bytes: number, work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.#isNone ? work(this.#database.single) : this.add(userId, bytes, work)
  }

  /**
   * Runs work that consists of one statement, in a transaction when there is a quota for users, which the work then
   * checks by `check`.
   */
  async inStatement<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.#userQuotaBytes === undefined ? work(this.#database.single) : this.#database.transaction(work)
  }

  /** Throws a 402 when the user's usage, with the `added` bytes of this transaction, exceeds the user's quota. */
  async check(tx: Tx, userId: string, added: number): Promise<void> {
    if (this.#userQuotaBytes === undefined) return
    await lockUsage(tx, userId)
    const { user, all } = await usedBytes(tx, userId)
    this.#refuseUser({ user: user - added, all }, added)
  }

  /** Returns the caller's usage; for administrators also the usage of the whole installation. */
  async usage({ userId, administrator }: Caller): Promise<{ own: Usage; all?: Usage }> {
    const { user, all } = await usedBytes(this.#database.reader, userId)
    const own = { bytes: user, quota: this.#userQuotaBytes ?? null }
    return { own, ...(administrator && { all: { bytes: all, quota: this.#quotaBytes ?? null } }) }
  }

  #refuseUser({ user }: Used, more: number): void {
    if (this.#userQuotaBytes === undefined || user + more <= this.#userQuotaBytes) return
    const details = { quota: this.#userQuotaBytes, used: user }
    throw quotaReached(
      `your files already take ${inWords(user)} of your quota of ${inWords(this.#userQuotaBytes)}, so this upload does not fit`,
      details,
    )
  }

  /**
   * Throws a 402 when the quota of the installation is exceeded. The error does not reveal how many bytes other users
   * have.
   */
  #refuseAll({ all }: Used, more: number): void {
    if (this.#quotaBytes === undefined || all + more <= this.#quotaBytes) return
    const details = { quota: this.#quotaBytes }
    throw quotaReached(
      `this upload would exceed the quota of ${inWords(this.#quotaBytes)} for all files together`,
      details,
    )
  }
}

const inWords = (bytes: number): string => `${bytes.toLocaleString('en')} bytes`
