import { isIPv6 } from 'node:net'
import type { Database } from '../../foundation/db/database.ts'
import { rememberKey } from '../../foundation/db/signing-key.ts'
import type { Sql } from '../../foundation/db/sql.ts'
import type { Clock } from '../../foundation/kit/clock.ts'
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
const maxPerLogin = 10
/** Higher than the limit of a login, because many users of a company may share one address. */
const maxPerAddress = 100

/** The login and the client address of an attempt to sign in. */
export interface Attempt {
  readonly login: string
  readonly address: string
}

/**
 * Limits attempts per login and per address, whether or not the login exists. The counts are kept in the database and
 * apply to all nodes.
 */
export interface Attempts {
  /**
   * Counts an attempt before the password is verified, so that concurrent attempts can't exceed the limit. Throws when
   * there were too many attempts.
   */
  count(attempt: Attempt): Promise<void>
  /** Resets the count of the login and takes this attempt back from the count of the address. */
  succeeded(attempt: Attempt): Promise<void>
  /** Resets the count of the login. */
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
      // The address is counted first, so that a blocked address can't use up the attempts of a login.
      for (const [bucket, max] of [
        [bucketOfAddress(networkOf(address)), maxPerAddress],
        [await ofLogin(login), maxPerLogin],
      ] as const) {
        const { count, since } = await countAttempt(tx, bucket, window)
        if (count <= max) continue
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
 * Returns the network under which an address is counted: an IPv6 address is shortened to its /64, since one customer
 * has all of it; an IPv4 address is kept, also when it is mapped into IPv6. A port is dropped: some proxies add one,
 * and each connection has another.
 */
export function networkOf(given: string): string {
  const address = /^\[([^\]]*)\](?::\d+)?$/.exec(given)?.[1] ?? given.replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1')
  if (!isIPv6(address)) return address
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)
  if (mapped !== null) return mapped[1]!
  const [head = '', tail] = address.toLowerCase().split('%')[0]!.split('::')
  const groups = head === '' ? [] : head.split(':')
  // `::` stands for the missing zero groups. Only the first four groups are used.
  const behind = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = tail === undefined ? 0 : 8 - groups.length - behind.length
  return [...groups, ...Array<string>(Math.max(0, zeros)).fill('0'), ...behind]
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')
}
