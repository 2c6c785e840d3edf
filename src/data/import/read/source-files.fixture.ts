import type { SourceFile } from '../../../foundation/kit/source-file.ts'

/** Returns a file in memory that is read in pieces of `pieceBytes`, so that tests can cut it anywhere. */
export function fileOf(content: string | Uint8Array, pieceBytes = 64 * 1024): SourceFile {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content
  return {
    sizeBytes: bytes.length,
    read: async function* (start, end) {
      for (let at = start; at < end; at += pieceBytes) yield bytes.subarray(at, Math.min(at + pieceBytes, end))
    },
  }
}

/** Encodes ASCII text and Russian letters except Ё as Windows-1251. Throws for any other character. */
export function windows1251(text: string): Uint8Array {
  return Uint8Array.from(text, (letter) => {
    const code = letter.codePointAt(0)!
    if (code < 0x80) return code
    if (letter === 'ё') return 0xb8
    if (code >= 0x410 && code <= 0x44f) return code - 0x410 + 0xc0
    throw new Error(`no byte for ${letter}`)
  })
}
