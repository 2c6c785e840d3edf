import { badRange, entityTooSmall, fileTooLarge, invalidPart } from '../errors.ts'

export const maxFileBytes = 2 * 1024 ** 3
export const minPartBytes = 5 * 1024 ** 2

/** The position of a part in bytes: it begins at `from`, in a file of `total` bytes. */
export interface ContentRange {
  readonly from: number
  /**
   * The end of the part: exclusive in this API, but clients that follow the RFC send the last byte. The part's length
   * tells which one is meant.
   */
  readonly to: number
  readonly total: number
}

/**
 * Parses `bytes A-B/TOTAL`. Returns undefined for a missing header, which means that the request has the whole file.
 */
export function readContentRange(header: string | undefined): ContentRange | undefined {
  if (header === undefined) return undefined
  const match = /^\s*bytes[ =]\s*(\d{1,15})\s*-\s*(\d{1,15})\s*\/\s*(\d{1,15})\s*$/i.exec(header)
  if (match === null) throw badRange('Content-Range must be like "bytes 0-5242880/7340032"')
  const [from, to, total] = match.slice(1).map(Number) as [number, number, number]
  if (from > to || to > total || (from === total && total > 0)) {
    throw badRange('Content-Range must be like "bytes 0-5242880/7340032": A up to B, both inside TOTAL')
  }
  if (total > maxFileBytes) throw fileTooLarge('a file must not be larger than 2 GiB')
  return { from, to, total }
}

/** Returns the maximum number of bytes of a part with this range. */
export function maxPartBytes({ from, to, total }: ContentRange): number {
  return Math.min(to + 1, total) - from
}

/** Throws when the number of bytes doesn't match the range, or is too small for a part that isn't the last. */
export function checkPart(range: ContentRange, bytes: number): void {
  const said = range.to - range.from
  if (bytes > maxPartBytes(range) || bytes < said) {
    throw invalidPart(`InvalidPart: the part has ${bytes} bytes, but its Content-Range gives ${said}`)
  }
  if (range.from + bytes < range.total && bytes < minPartBytes) {
    throw entityTooSmall(
      `EntityTooSmall: every part but the last has at least ${minPartBytes} bytes, this one has ${bytes}`,
    )
  }
}
