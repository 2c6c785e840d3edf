import { isAscii } from 'node:buffer'
import { bytesOf, type SourceFile } from '../../../kit/source-file.ts'
import { fileUnreadable, wrongOption } from '../errors.ts'

export type Encoding = 'utf-8' | 'windows-1251' | 'utf-16le' | 'utf-16be'

const encodings: readonly string[] = ['utf-8', 'windows-1251', 'utf-16le', 'utf-16be'] satisfies Encoding[]
const sampleBytes = 256 * 1024

/** The encoding that a caller names, in any of its usual spellings: `cp1251`, `UTF8`. */
export function encodingByName(name: string): Encoding {
  const encoding = standardName(name)
  if (encodings.includes(encoding)) return encoding as Encoding
  throw wrongOption(`unknown encoding "${name.slice(0, 40)}"; known are ${encodings.join(', ')}`, { field: 'encoding' })
}

/** By the byte order mark; else UTF-8 when the bytes are valid UTF-8, and Windows-1251 when they are not. */
export async function sniffEncoding(file: SourceFile): Promise<Encoding> {
  const mark = await bytesOf(file, 0, 3)
  if (mark[0] === 0xff && mark[1] === 0xfe) return 'utf-16le'
  if (mark[0] === 0xfe && mark[1] === 0xff) return 'utf-16be'
  if (mark.equals(Buffer.from([0xef, 0xbb, 0xbf]))) return 'utf-8'
  const start = await firstBeyondAscii(file)
  const end = Math.min(start + sampleBytes, file.sizeBytes)
  const sample = await bytesOf(file, start, end)
  // A sample that ends before the file does may end inside a letter; `stream` lets that pass.
  return isUtf8(sample, end < file.sizeBytes) ? 'utf-8' : 'windows-1251'
}

/** The text piece by piece, without the byte order mark. */
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
    const sentence = `the file is not ${encoding} from beginning to end; save it as UTF-8, or name its encoding`
    throw fileUnreadable(sentence, { field: 'encoding' }, { cause })
  }
}

/** Plain letters say nothing of the encoding, so the sample begins where something else stands, however far that is. */
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
