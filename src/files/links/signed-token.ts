import { createHmac, timingSafeEqual } from 'node:crypto'
import { wrongLink } from '../errors.ts'

const linkLifeMs = 10 * 60_000

/** Returns the expiry of a link created at `nowMs`, in whole seconds since 1970. */
export function linkExpiryS(nowMs: number): number {
  return Math.floor((nowMs + linkLifeMs) / 1000)
}

/** Returns the same error for every fault of a link, so that outsiders learn nothing by trying. */
export function invalidLink(): Error {
  return wrongLink('this link is not valid or has expired; request a new one')
}

/** The HTTP method of a link; part of the signature, so a link works with one method only. */
export type LinkMethod = 'GET' | 'PUT'

/**
 * Returns a token with these words, which must not contain a space, and a signature of the words, the method and the
 * name.
 */
export function signToken(key: Buffer, method: LinkMethod, words: readonly (string | number)[], name: string): string {
  const text = Buffer.from(words.join(' ')).toString('base64url')
  return `${text}.${signature(key, method, text, name).toString('base64url')}`
}

/** Returns the words of a token; undefined when the token is not exactly one that `signToken` returned. */
export function verifyToken(key: Buffer, method: LinkMethod, token: string, name: string): string[] | undefined {
  const [text = '', signed = '', ...more] = token.split('.')
  const expected = signature(key, method, text, name)
  const given = Buffer.from(signed, 'base64url')
  // Several base64 texts decode to the same bytes; only the original text is accepted.
  const isExact = more.length === 0 && given.toString('base64url') === signed
  if (given.length !== expected.length || !timingSafeEqual(given, expected) || !isExact) return undefined
  return Buffer.from(text, 'base64url').toString().split(' ')
}

function signature(key: Buffer, method: LinkMethod, text: string, name: string): Buffer {
  return createHmac('sha256', key).update(`${method}\n${text}\n${name}`).digest()
}
