import { wrongKey } from './errors.ts'

const syntax = /^[\x21-\x7e]{1,255}$/

/**
 * The key of the header Idempotency-Key: 1 to 255 visible ASCII characters. Also as a quoted string, `"key"`, as the
 * draft of the IETF writes it; both forms of a key are the same key. Undefined when there is no such header.
 */
export function readIdempotencyKey(header: string | undefined): string | undefined {
  if (header === undefined) return undefined
  const text = header.trim()
  const isQuoted = text.length >= 2 && text.startsWith('"') && text.endsWith('"')
  const key = isQuoted ? text.slice(1, -1).replaceAll(/\\(["\\])/g, '$1') : text
  if (syntax.test(key)) return key
  throw wrongKey('the header Idempotency-Key must have 1 to 255 visible ASCII characters, and stand once in a request')
}
