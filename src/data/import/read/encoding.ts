import { isAscii } from 'node:buffer'
import { bytesOf, type SourceFile } from '../../../foundation/kit/source-file.ts'
import { fileUnreadable, wrongOption } from '../errors.ts'

export type Encoding = 'utf-8' | 'windows-1251' | 'utf-16le' | 'utf-16be'

const encodings: readonly string[] = ['utf-8', 'windows-1251', 'utf-16le', 'utf-16be'] satisfies Encoding[]
const sampleBytes = 256 * 1024

/**
 * Returns the encoding that an option names, in any usual spelling, such as `cp1251` or `UTF8`. Throws
 * `import.wrong_option`.
 */
export function encodingByName(name: string): Encoding {
  const encoding = standardName(name)
  if (encodings.includes(encoding)) return encoding as Encoding
  throw wrongOption(`unknown encoding "${name.slice(0, 40)}"; known are ${encodings.join(', ')}`, { field: 'encoding' })
}

/**
 * Detects the encoding by the byte order mark. Without the mark, the encoding is UTF-8 when a sample of the bytes is
 * valid UTF-8, otherwise Windows-1251.
 */
export async function sniffEncoding(file: SourceFile): Promise<Encoding> {
  const mark = await bytesOf(file, 0, 3)
  if (mark[0] === 0xff && mark[1] === 0xfe) return 'utf-16le'
  if (mark[0] === 0xfe && mark[1] === 0xff) return 'utf-16be'
  if (mark.equals(Buffer.from([0xef, 0xbb, 0xbf]))) return 'utf-8'
  const start = await firstBeyondAscii(file)
  const end = Math.min(start + sampleBytes, file.sizeBytes)
  const sample = await bytesOf(file, start, end)
  // A sample that is shorter than the file may end inside a character; `stream` accepts this.
  return isUtf8(sample, end < file.sizeBytes) ? 'utf-8' : 'windows-1251'
}

/** Decodes the file in pieces, without the byte order mark. Throws when bytes are invalid in the encoding. */
export async function* textOf(file: SourceFile, encoding: Encoding): AsyncGenerator<string, void, undefined> {
  const decoder = new TextDecoder(encoding, { fatal: true })
  for await (const bytes of file.read(0, file.sizeBytes)) {
    const text = decode(() => decoder.decode(bytes, { stream: true }), encoding)
    if (text !== '') yield text
  }
  const rest = decode(() => decoder.decode(), encoding)
  if (rest !== '') yield rest
}

function decode(read: () => string, encoding: Encoding): string {
  try {
    return read()
  } catch (cause) {
    const sentence = `the file is not ${encoding} from beginning to end; save it as UTF-8, or give its encoding`
    throw fileUnreadable(sentence, { field: 'encoding' }, { cause })
  }
}

/**
 * Returns the position of the first non-ASCII byte, or the size of the file. The sample begins there, because ASCII
 * text is the same in UTF-8 and Windows-1251.
 */
async function firstBeyondAscii(file: SourceFile): Promise<number> {
  let at = 0
  for await (const bytes of file.read(0, file.sizeBytes)) {
    if (!isAscii(bytes)) return at + bytes.findIndex((byte) => byte > 0x7f)
    at += bytes.length
  }
  return at
}

function isUtf8(bytes: Uint8Array, cut: boolean): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: cut })
    return true
  } catch {
    return false
  }
}

function standardName(name: string): string {
  try {
    return new TextDecoder(name).encoding
  } catch {
    return ''
  }
}
