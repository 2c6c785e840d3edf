import { wrongKey } from '../errors.ts'

const syntax = /^[\x21-\x7e]{1,255}$/

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
  if (syntax.test(key)) return key
  throw wrongKey('the header Idempotency-Key must have 1 to 255 visible ASCII characters and be given once')
}
