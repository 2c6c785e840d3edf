import type { ByteRange } from '../disk-io.ts'

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
