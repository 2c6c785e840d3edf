import { isUtf8 } from 'node:buffer'

/**
 * Decodes bytes as UTF-8, UTF-16 with a byte order mark, or Windows-1251. Returns undefined for bytes that are not
 * text.
 */
export function decodeText(bytes: Uint8Array, isWhole: boolean): string | undefined {
  const mark = Buffer.from(bytes.subarray(0, 2)).toString('hex')
  if (mark === 'fffe') return new TextDecoder('utf-16le').decode(bytes)
  if (mark === 'feff') return new TextDecoder('utf-16be').decode(bytes)
  if (hasControls(bytes)) return undefined
  // Bytes that were cut may end inside a character.
  for (let cut = 0; cut < 4; cut++) {
    const part = bytes.subarray(0, bytes.length - cut)
    if (isUtf8(part)) return new TextDecoder().decode(part)
    if (isWhole) break
  }
  return looksLike1251(bytes) ? new TextDecoder('windows-1251').decode(bytes) : undefined
}

/**
 * Returns whether bytes contain control characters other than tabs, line and page breaks, and the escape of terminals.
 */
function hasControls(bytes: Uint8Array): boolean {
  return bytes.some((byte) => byte < 0x20 && !(byte >= 0x09 && byte <= 0x0d) && byte !== 0x1b)
}

/** Windows-1251 codes of Ё and ё and of Russian typography, such as » « № — – “ ” … and the no-break space. */
const otherSigns = new Set([0xa8, 0xb8, 0xbb, 0xab, 0xb9, 0x97, 0x96, 0x93, 0x94, 0x84, 0x85, 0xa0, 0xa7, 0xb0])

/**
 * Returns whether bytes are probably Russian text in Windows-1251: there are letters, and at most one non-ASCII byte
 * per 20 letters and signs is anything else. A check is needed because any bytes can be decoded as Windows-1251.
 */
function looksLike1251(bytes: Uint8Array): boolean {
  let small = 0
  let capital = 0
  let sign = 0
  let other = 0
  for (const byte of bytes) {
    if (byte < 0x80) continue
    if (byte >= 0xe0) small++
    else if (byte >= 0xc0) capital++
    else if (otherSigns.has(byte)) sign++
    else other++
  }
  return other * 20 <= small + capital + sign && small + capital > 0
}
