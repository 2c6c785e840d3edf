import { createHmac, timingSafeEqual } from 'node:crypto'
import { wrongLink } from '../errors.ts'

const linkLifeMs = 10 * 60_000

/** When a link ends that is made at `nowMs`, in whole seconds since 1970. */
export function linkEndS(nowMs: number): number {
  return Math.floor((nowMs + linkLifeMs) / 1000)
}

/** In the same words whatever is wrong: a stranger learns nothing by trying. */
export function refused(): Error {
  return wrongLink('this link is not valid, or not any more; ask for a new one')
}

/** A link of one method never works with the other. */
export type LinkMethod = 'GET' | 'PUT'

/** A token that says these words, none of which holds a space, and a signature of them, the method and the name. */
export function seal(key: Buffer, method: LinkMethod, words: readonly (string | number)[], name: string): string {
  const text = Buffer.from(words.join(' ')).toString('base64url')
  return `${text}.${signature(key, method, text, name).toString('base64url')}`
}

/** The words; undefined for anything that is not exactly what was sealed. */
export function unseal(key: Buffer, method: LinkMethod, token: string, name: string): string[] | undefined {
  const [text = '', signed = '', ...more] = token.split('.')
  const expected = signature(key, method, text, name)
  const given = Buffer.from(signed, 'base64url')
  // Base64 has several texts for the same bytes; only the one that was made counts.
  const isExact = more.length === 0 && given.toString('base64url') === signed
  if (given.length !== expected.length || !timingSafeEqual(given, expected) || !isExact) return undefined
  return Buffer.from(text, 'base64url').toString().split(' ')
}

function signature(key: Buffer, method: LinkMethod, text: string, name: string): Buffer {
  return createHmac('sha256', key).update(`${method}\n${text}\n${name}`).digest()
}
