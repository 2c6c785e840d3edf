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

export interface Quota {
  /** Reads the current usage and returns a function that throws a 402 when `bytes` more bytes exceed a quota. */
  open(userId: string): Promise<(bytes: number) => void>
  /**
   * Runs `work`, which adds `bytes` to the user's usage, in a transaction; rolls it back and throws a 402 when a quota
   * is exceeded.
   */
  add<T>(userId: string, bytes: number, work: (tx: Tx) => Promise<T>): Promise<T>
  /** Throws a 402 when the user's usage, with the `added` bytes of this transaction, exceeds the user's quota. */
  check(tx: Tx, userId: string, added: number): Promise<void>
  /** Returns the caller's usage; for administrators also the usage of the whole installation. */
  usage(caller: Caller): Promise<{ own: Usage; all?: Usage }>
}

export function createQuota(database: Database, { userQuotaBytes, quotaBytes }: QuotaSettings): Quota {
  const isNone = userQuotaBytes === undefined && quotaBytes === undefined

  function refuseUser({ user }: Used, more: number): void {
    if (userQuotaBytes === undefined || user + more <= userQuotaBytes) return
    const details = { quota: userQuotaBytes, used: user }
    throw quotaReached(
      `your files already take ${inWords(user)} of your quota of ${inWords(userQuotaBytes)}, so this upload does not fit`,
      details,
    )
  }

  /**
   * Throws a 402 when the quota of the installation is exceeded. The error does not reveal how many bytes other users
   * have.
   */
  function refuseAll({ all }: Used, more: number): void {
    if (quotaBytes === undefined || all + more <= quotaBytes) return
    const details = { quota: quotaBytes }
    throw quotaReached(`this upload would exceed the quota of ${inWords(quotaBytes)} for all files together`, details)
  }

  return {
    async open(userId) {
      if (isNone) return () => {}
      const before = await usedBytes(database.reader, userId)
      return (bytes) => {
        refuseUser(before, bytes)
        refuseAll(before, bytes)
      }
    },
    async add(userId, bytes, work) {
      if (isNone) return database.transaction(work)
      return database.transaction(async (tx) => {
        await lockUsage(tx, userId)
        const result = await work(tx)
        const { user, all } = await usedBytes(tx, userId)
        const before = { user: user - bytes, all: all - bytes }
        refuseUser(before, bytes)
        refuseAll(before, bytes)
        return result
      })
    },
    async check(tx, userId, added) {
      if (userQuotaBytes === undefined) return
      await lockUsage(tx, userId)
      const { user, all } = await usedBytes(tx, userId)
      refuseUser({ user: user - added, all }, added)
    },
    async usage({ userId, administrator }) {
      const { user, all } = await usedBytes(database.reader, userId)
      const own = { bytes: user, quota: userQuotaBytes ?? null }
      return { own, ...(administrator && { all: { bytes: all, quota: quotaBytes ?? null } }) }
    },
  }
}

const inWords = (bytes: number): string => `${bytes.toLocaleString('en')} bytes`
