import type { ByteRange } from '../disk-io.ts'

/**
 * Returns the SHA-256 that the client sends for its bytes: `x-amz-content-sha256` in hex, or `Repr-Digest` or
 * `Content-Digest` (RFC 9530) in base64. Returns undefined when no header has a valid one.
 */
export function declaredSha256(header: (name: string) => string | undefined): Buffer | undefined {
  const hex = /^\s*([0-9a-f]{64})\s*$/i.exec(header('x-amz-content-sha256') ?? '')?.[1]
  if (hex !== undefined) return Buffer.from(hex, 'hex')
  for (const name of ['repr-digest', 'content-digest']) {
    const base64 = /(?:^|,)\s*sha-256=:([A-Za-z0-9+/]{43}=):/.exec(header(name) ?? '')?.[1]
    if (base64 !== undefined) return Buffer.from(base64, 'base64')
  }
  return undefined
}

/**
 * Parses the header `Range` for a file of `size` bytes. Returns undefined for the whole file and `none` for a range
 * outside the file. Ignores several ranges, other units and syntax errors, as RFC 9110 allows.
 */
export function readByteRange(header: string | undefined, size: number): ByteRange | 'none' | undefined {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '')
  const [, first = '', last = ''] = match ?? []
  if (match === null || (first === '' && last === '')) return undefined
  if (first === '')
    return Number(last) === 0 || size === 0 ? 'none' : { from: Math.max(0, size - Number(last)), to: size }
  const from = Number(first)
  if (last !== '' && Number(last) < from) return undefined
  if (from >= size) return 'none'
  return { from, to: last === '' ? size : Math.min(Number(last) + 1, size) }
}

/** Returns a `Content-Disposition` header by RFC 6266 and RFC 8187; it is ASCII for any file name. */
export function contentDisposition(kind: 'attachment' | 'inline', name: string): string {
  const encoded = encodeURIComponent(name).replaceAll(/['()*]/g, (letter) => `%${letter.charCodeAt(0).toString(16)}`)
  return `${kind}; filename*=UTF-8''${encoded}`
}

/**
 * Returns the disposition for the query of a link. Clients decode the query and read the name up to the next `;`. The
 * name therefore ends with a `;`, and each `;` inside the name is replaced. A `%` is replaced too, because it would be
 * decoded twice.
 */
export function contentDispositionInUrl(kind: 'attachment' | 'inline', name: string): string {
  return `${kind}; filename*=UTF-8''${name.replaceAll(/[;%]/g, '_')};`
}
