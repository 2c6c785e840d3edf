import { isIPv6 } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import type { Database, Tx } from '../../foundation/db/database.ts'
import { rememberKey } from '../../foundation/db/signing-key.ts'
import type { Sql } from '../../foundation/db/sql.ts'
import type { Clock } from '../../foundation/kit/clock.ts'
import {
  type AttemptWindow,
  bucketOfAddress,
  bucketOfLogin,
  bucketOfLoginAt,
  countAttempt,
  forgetAttempts,
  removeOldAttempts,
  takeBackAttempt,
} from './attempts.store.ts'
import { tooManyAttempts } from './errors.ts'

const windowMs = 15 * 60_000
/**
 * Maximum number of failed attempts for a login from one address. Guesses from other addresses must not lock the user
 * out.
 */
const maxPerLogin = 10
/** Delay of an attempt for a login that has had more than `maxPerLogin` failures from all addresses together. */
const delayMs = 1_000
/**
 * Maximum number of failed attempts from one address; higher than that of a login, because many users of a company
 * may share one address.
 */
const maxPerAddress = 100

/** The login and the client address of an attempt to sign in. */
export interface Attempt {
  readonly login: string
  readonly address: string
}

/**
 * Limits attempts per address, and per login from one address, and delays them for a login that is guessed from many
 * addresses, whether or not the login exists. The counts are kept in the database and apply to all nodes.
 */
export class Attempts {
  readonly #clock: Clock
  readonly #wait: (ms: number) => Promise<unknown>
  readonly #tx: Tx
  readonly #keyOf: () => Promise<Buffer>

  /** Creates the limits. `wait` delays an attempt. */
  constructor(database: Database, clock: Clock, wait: (ms: number) => Promise<unknown> = setTimeout) {
    this.#clock = clock
    this.#wait = wait
    this.#tx = database.single
    this.#keyOf = rememberKey(database, 'sign-in')
  }

  /**
   * Counts an attempt before the password is verified, so that concurrent attempts can't exceed the limit. Throws
   * when there were too many attempts. Waits a second when there were too many for the login from all addresses
   * together.
   */
  async count({ login, address }: Attempt): Promise<void> {
    const window = this.#windowNow()
    const [network, everywhere] = [networkOf(address), await this.#ofLogin(login)]
    // The address is counted first, so that a blocked address can't use up the attempts of a login.
    for (const [bucket, max] of [
      [bucketOfAddress(network), maxPerAddress],
      [bucketOfLoginAt(everywhere, network), maxPerLogin],
    ] as const) {
      const { count, since } = await countAttempt(this.#tx, bucket, window)
      if (count <= max) continue
      const retryAfterS = Math.max(1, Math.ceil((Date.parse(since) + windowMs - window.now.getTime()) / 1000))
      throw tooManyAttempts('too many failed attempts; try again later', { retryAfterS })
    }
    const { count } = await countAttempt(this.#tx, everywhere, window)
    if (count > maxPerLogin) await this.#wait(delayMs)
  }

  /** Resets the counts of the login and takes this attempt back from the count of the address. */
  async succeeded({ login, address }: Attempt): Promise<void> {
    await forgetAttempts(this.#tx, await this.#ofLogin(login))
    await takeBackAttempt(this.#tx, bucketOfAddress(networkOf(address)))
    await removeOldAttempts(this.#tx, this.#windowNow())
  }

  /** Resets the counts of the login, from all addresses. */
  async forgive(login: string): Promise<void> {
    return forgetAttempts(this.#tx, await this.#ofLogin(login))
  }

  #windowNow(): AttemptWindow {
    const nowMs = this.#clock.nowMs()
    return { now: new Date(nowMs), from: new Date(nowMs - windowMs), until: new Date(nowMs + windowMs) }
  }

  async #ofLogin(login: string): Promise<Sql> {
    return bucketOfLogin(login, await this.#keyOf())
  }
}

/**
 * Returns the network under which an address is counted. An IPv6 address is shortened to its /64, since one customer
 * has all of it. An IPv4 address is kept, also when it is mapped into IPv6. A port is removed, because some proxies add
 * the port, which differs for each connection.
 */
export function networkOf(given: string): string {
  const address = /^\[([^\]]*)\](?::\d+)?$/.exec(given)?.[1] ?? given.replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1')
  if (!isIPv6(address)) return address
  const groups = groupsOfIPv6(address)
  const isMapped = groups.slice(0, 6).join() === '0,0,0,0,0,65535'
  if (isMapped)
    return groups
      .slice(6)
      .flatMap((group) => [group >> 8, group & 0xff])
      .join('.')
  return groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')
}

/** Returns the eight numbers of an IPv6 address in any notation. A zone such as `%eth0` is left out. */
function groupsOfIPv6(address: string): number[] {
  const [head = '', tail] = address.split('%')[0]!.split('::')
  const [before, behind] = [numbersOf(head), numbersOf(tail ?? '')]
  // `::` replaces groups of zeros.
  const zeros = Array<number>(8 - before.length - behind.length).fill(0)
  return [...before, ...zeros, ...behind]
}

/** Returns the numbers of groups that are separated by colons. The last two may be written as an IPv4 address. */
function numbersOf(groups: string): number[] {
  if (groups === '') return []
  return groups.split(':').flatMap((group) => {
    if (!group.includes('.')) return [Number.parseInt(group, 16)]
    const [a, b, c, d] = group.split('.').map(Number)
    return [a! * 256 + b!, c! * 256 + d!]
  })
}
