import { createHash, randomFillSync } from 'node:crypto'
import { toWireTime } from './clock.ts'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/**
 * The id that stands for no user: the author of changes that no person made, and the caller of operations that anyone may
 * use (`right: 'anyone'`).
 */
export const nilId = '00000000-0000-0000-0000-000000000000'

export function isUuid(value: unknown): value is string {
  return typeof value === 'string' && UUID.test(value)
}

const pool = Buffer.alloc(8192)
/** Random digits in hexadecimal form, of which each id takes 16. */
let digits = ''
let digitAt = 0
let lastMs = 0
let lastTime = '00000000-0000'
let sequence = 0

/**
 * Returns a new UUIDv7, which sorts by the time of its creation. Within a millisecond a 12-bit counter keeps the order.
 * When the clock is set back, ids still increase.
 */
export function newId(nowMs = Date.now()): string {
  if (nowMs > lastMs) toTime(nowMs)
  else if (++sequence > 0xfff) toTime(lastMs + 1)
  if (digitAt === digits.length) {
    digits = randomFillSync(pool).toString('hex')
    digitAt = 0
  }
  const variant = '89ab'[Number.parseInt(digits[digitAt]!, 16) & 3]
  const id = `${lastTime}-7${sequence.toString(16).padStart(3, '0')}-${variant}${digits.slice(digitAt + 1, digitAt + 4)}-${digits.slice(digitAt + 4, digitAt + 16)}`
  digitAt += 16
  return id
}

function toTime(ms: number): void {
  lastMs = ms
  sequence = 0
  const time = ms.toString(16).padStart(12, '0')
  lastTime = `${time.slice(0, 8)}-${time.slice(8)}`
}

/** Returns the UUIDv5 of a path, so that a definition has the same id on every installation. */
export function idOfPath(path: string): string {
  const hash = createHash('sha1').update(pathNamespace).update(path).digest('hex')
  const variant = (8 + (Number.parseInt(hash[16]!, 16) & 3)).toString(16)
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-5${hash.slice(13, 16)}-${variant}${hash.slice(17, 20)}-${hash.slice(20, 32)}`
}

const pathNamespace = Buffer.from('8f4b2f0e9c1d5a7bb3e66a1c0d2e4f58', 'hex')

/** Returns the time at which `newId` created an id, in the form of the API. */
export const createdAtOf = (id: string): string => toWireTime(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16))
