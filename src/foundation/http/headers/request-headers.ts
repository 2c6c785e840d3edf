import type { IncomingHttpHeaders } from 'node:http'
import { twoTokens, wrongKey } from '../errors.ts'

/** Returns whether a client accepts gzip, by the header Accept-Encoding. */
export function acceptsGzip({ 'accept-encoding': accepted = '' }: IncomingHttpHeaders): boolean {
  const entry = String(accepted)
    .split(',')
    .map((one) => one.trim().toLowerCase())
    .find((one) => /^(gzip|\*)\s*(;|$)/.test(one))
  return entry !== undefined && !/;\s*q=0(\.0*)?\s*$/.test(entry)
}

/** Languages of a header beyond this number are ignored. */
const maxLanguages = 10

/**
 * Returns the languages of an Accept-Language header in lower case, best first. Languages with the weight 0, `*` and
 * anything that is not a language are left out.
 */
export function readAcceptLanguage(header: string | undefined): readonly string[] {
  if (header === undefined) return []
  const entries = header.split(',', maxLanguages).map((part) => {
    const [language = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase())
    const weight = parameters.find((text) => text.startsWith('q='))
    return { language, weight: weight === undefined ? 1 : Number(weight.slice(2)) }
  })
  return entries
    .filter(({ language, weight }) => /^[a-z]{2,3}(-[a-z0-9]{1,8})*$/.test(language) && weight > 0)
    .sort((a, b) => b.weight - a.weight)
    .map(({ language }) => language)
}

const keySyntax = /^[\x21-\x7e]{1,255}$/

/**
 * Returns the key of the header Idempotency-Key: 1 to 255 visible ASCII characters. The key may be quoted, as in the
 * IETF draft: `"key"` and `key` are the same key. Returns undefined when the header is missing; throws when it is
 * invalid.
 */
export function readIdempotencyKey(header: string | undefined): string | undefined {
  if (header === undefined) return undefined
  const text = header.trim()
  const isQuoted = text.length >= 2 && text.startsWith('"') && text.endsWith('"')
  const key = isQuoted ? text.slice(1, -1).replaceAll(/\\(["\\])/g, '$1') : text
  if (keySyntax.test(key)) return key
  throw wrongKey('the header Idempotency-Key must have 1 to 255 visible ASCII characters and be given once')
}

/**
 * Returns the token from any of the three forms that clients send: `Authorization: Bearer t`, `Authorization: t`,
 * `X-Token: t`. Throws when a request has two different tokens, because the intended one is unknown.
 */
export function readToken(headers: IncomingHttpHeaders): string | undefined {
  const authorization = headers.authorization?.replace(/^bearer(?:\s+|$)/i, '').trim()
  const own = headers['x-token']
  const token = (Array.isArray(own) ? own.join(',') : own)?.trim()
  if (authorization && token && authorization !== token) throw twoTokens('two different tokens were sent; send one')
  return authorization || token || undefined
}
