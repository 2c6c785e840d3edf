import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { limitConcurrency } from '../../foundation/kit/concurrency-limit.ts'
import { signInBusy } from './errors.ts'

/**
 * The cost parameters of scrypt. A hash needs 128 · 2^ln · r bytes of memory; its time grows with the memory and with
 * `p`.
 */
export interface HashCost {
  readonly ln: number
  readonly r: number
  readonly p: number
}

/** The first recommendation of the OWASP Password Storage Cheat Sheet: 128 MiB and about 250 ms (decision 23). */
export const usualCost: HashCost = { ln: 17, r: 8, p: 1 }

/**
 * Limits for hashing. As many threads hash passwords as there are pairs of processors, but at least one and at most
 * two of Node's four worker threads, so that signed-in users are still served. The 30 waiting hashes are served
 * within a few seconds; further callers get an error.
 */
const load = { running: Math.min(2, Math.max(1, Math.floor(availableParallelism() / 2))), waiting: 30 }

export class PasswordHashes {
  readonly #cost: HashCost
  readonly #limited = limitConcurrency(load, () => signInBusy('too many users are signing in at the moment; try again'))
  readonly #dummy: string

  constructor(cost: HashCost = usualCost) {
    this.#cost = cost
    this.#dummy = write({ cost, salt: randomBytes(saltBytes), key: randomBytes(keyBytes) })
  }

  async make(password: string): Promise<string> {
    const salt = randomBytes(saltBytes)
    return write({ cost: this.#cost, salt, key: await this.#limited(() => derive(password, salt, this.#cost)) })
  }

  /** Returns whether the password matches the hash. Without a hash, takes the same time and returns false. */
  async fits(password: string, hash: string | undefined): Promise<boolean> {
    const known = read(hash ?? this.#dummy)
    const key = await this.#limited(() => derive(password, known.salt, known.cost))
    return timingSafeEqual(key, known.key) && hash !== undefined
  }

  /** Returns whether the hash was made with other cost parameters than new hashes. */
  isOutdated(hash: string): boolean {
    return prefixOf(read(hash).cost) !== prefixOf(this.#cost)
  }
}

const saltBytes = 16
const keyBytes = 32

interface Hash {
  readonly cost: HashCost
  readonly salt: Buffer
  readonly key: Buffer
}

function derive(password: string, salt: Buffer, { ln, r, p }: HashCost): Promise<Buffer> {
  const options: ScryptOptions = { N: 2 ** ln, r, p, maxmem: 256 * r * 2 ** ln }
  return new Promise((resolve, reject) => {
    scrypt(password, salt, keyBytes, options, (error, key) => (error ? reject(error) : resolve(key)))
  })
}

const prefixOf = ({ ln, r, p }: HashCost): string => `$scrypt$ln=${ln},r=${r},p=${p}`

function write({ cost, salt, key }: Hash): string {
  return `${prefixOf(cost)}$${salt.toString('base64')}$${key.toString('base64')}`
}

function read(text: string): Hash {
  const match = /^\$scrypt\$ln=(\d+),r=(\d+),p=(\d+)\$([\w+/=]+)\$([\w+/=]+)$/.exec(text)
  if (match === null) throw new Error('a stored password hash has an unknown format')
  const [, ln, r, p, salt, key] = match
  return {
    cost: { ln: Number(ln), r: Number(r), p: Number(p) },
    salt: Buffer.from(salt!, 'base64'),
    key: Buffer.from(key!, 'base64'),
  }
}
