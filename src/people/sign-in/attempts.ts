import { isIPv6 } from 'node:net'
import type { Database } from '../../db/database.ts'
import { rememberKey } from '../../db/signing-key.ts'
import type { Sql } from '../../db/sql.ts'
import type { Clock } from '../../kit/clock.ts'
import {
  type AttemptWindow,
  bucketOfAddress,
  bucketOfLogin,
  countAttempt,
  forgetAttempts,
  removeOldAttempts,
  takeBackAttempt,
} from './attempts.store.ts'
import { tooManyAttempts } from './errors.ts'

const windowMs = 15 * 60_000
const mostOfLogin = 10
/** Behind one address may sit a whole company. */
const mostOfAddress = 100

/** Who tries a password, and for whom. */
export interface Attempt {
  readonly login: string
  readonly address: string
}

/** Bounds how often passwords can be tried, whether the login exists or not; kept in the database, for all nodes. */
export interface Attempts {
  /** Counts before the password is looked at, so that many at once can't slip through. Throws when it was too often. */
  count(attempt: Attempt): Promise<void>
  /** It was right: the login begins anew, the address gets this one back. */
  succeeded(attempt: Attempt): Promise<void>
  /** The login begins anew. */
  forgive(login: string): Promise<void>
}

export function createAttempts(database: Database, clock: Clock): Attempts {
  const tx = database.single
  const keyOf = rememberKey(database, 'sign-in')
  const windowNow = (): AttemptWindow => {
    const nowMs = clock.nowMs()
    return { now: new Date(nowMs), from: new Date(nowMs - windowMs), until: new Date(nowMs + windowMs) }
  }
  const ofLogin = async (login: string): Promise<Sql> => bucketOfLogin(login, await keyOf())

  return {
    async count({ login, address }) {
      const window = windowNow()
      // The address first: who is stopped by it locks no login.
      for (const [bucket, most] of [
        [bucketOfAddress(networkOf(address)), mostOfAddress],
        [await ofLogin(login), mostOfLogin],
      ] as const) {
        const { count, since } = await countAttempt(tx, bucket, window)
        if (count <= most) continue
        const retryAfterS = Math.max(1, Math.ceil((Date.parse(since) + windowMs - window.now.getTime()) / 1000))
        throw tooManyAttempts('too many failed attempts; try again later', { retryAfterS })
      }
    },
    async succeeded({ login, address }) {
      await forgetAttempts(tx, await ofLogin(login))
      await takeBackAttempt(tx, bucketOfAddress(networkOf(address)))
      await removeOldAttempts(tx, windowNow())
    },
    forgive: async (login) => forgetAttempts(tx, await ofLogin(login)),
  }
}

/**
 * An IPv6 address stands for its /64, all of which one customer has; an IPv4 one for itself, also in IPv6 clothes. Some
 * proxies add the port, which is another one for each connection.
 */
export function networkOf(given: string): string {
  const address = /^\[([^\]]*)\](?::\d+)?$/.exec(given)?.[1] ?? given.replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1')
  if (!isIPv6(address)) return address
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)
  if (mapped !== null) return mapped[1]!
  const [head = '', tail] = address.toLowerCase().split('%')[0]!.split('::')
  const groups = head === '' ? [] : head.split(':')
  // The gap stands for as many zeros as are missing; only what comes before the fifth group matters.
  const behind = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = tail === undefined ? 0 : 8 - groups.length - behind.length
  return [...groups, ...Array<string>(Math.max(0, zeros)).fill('0'), ...behind]
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')
}
