import { createHmac } from 'node:crypto'

/** The header with the signature of a request to a delegated system. */
export const signatureHeader = 'chancery-signature'

/**
 * Returns the signature of a body: `t=SECONDS,v1=HEX`. HEX is the HMAC-SHA-256 of `SECONDS.BODY` with the key. The
 * receiver compares HEX in constant time and refuses times that are more than some minutes away.
 */
export function signatureOf(body: string, key: string, now: Date): string {
  const seconds = Math.floor(now.getTime() / 1000)
  return `t=${seconds},v1=${createHmac('sha256', key).update(`${seconds}.${body}`).digest('hex')}`
}
