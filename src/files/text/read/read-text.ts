import { inMemory } from '../../../foundation/kit/source-file.ts'
import { openZip } from '../../../foundation/kit/zip.ts'
import { isMarkup, withoutTags } from './markup-text.ts'
import { readOfficeText } from './office-text.ts'
import { readPdfText } from './pdf-text.ts'
import { decodeText } from './plain-text.ts'
import { createTextSink, type TextSink } from './text-sink.ts'

/** The maximum length of a character in bytes in any supported encoding. */
const maxBytesOfChar = 4

export interface TextLimits {
  readonly maxChars: number
  /** The time in ms after which reading stops; the text found so far is returned. */
  readonly maxMs: number
}

/** Returns whether a library reads the bytes: PDF and zip files. */
export function isForLibrary(bytes: Uint8Array): boolean {
  const start = startOf(bytes)
  return isPdf(start) || isZip(start)
}

/**
 * Returns the text of a file up to the limits; undefined when the bytes are of no kind that has text. The kind is
 * detected from the bytes, not from the name. Throws `UnreadableFile`.
 */
export async function readText(bytes: Uint8Array, { maxChars, maxMs }: TextLimits): Promise<string | undefined> {
  const sink = createTextSink(maxChars, performance.now() + maxMs)
  try {
    return (await writeText(bytes, sink, maxChars)) ? sink.text : undefined
  } catch (error) {
    if (error === sink.full) return sink.text
    throw error
  }
}

async function writeText(bytes: Uint8Array, sink: TextSink, maxChars: number): Promise<boolean> {
  const start = startOf(bytes)
  if (isPdf(start)) {
    await readPdfText(bytes, sink)
    return true
  }
  if (isZip(start)) return readOfficeText(await openZip(inMemory(bytes), 'document'), sink)
  // RTF is not supported: its text is mixed with commands, and current programs rarely write RTF.
  if (start.startsWith('{\\rtf')) return false
  const part = bytes.subarray(0, maxChars * maxBytesOfChar)
  const text = decodeText(part, part.length === bytes.length)
  if (text === undefined) return false
  sink.add(isMarkup(text) ? withoutTags(text) : text)
  return true
}

const startOf = (bytes: Uint8Array): string => Buffer.from(bytes.subarray(0, 1024)).toString('latin1')
const isPdf = (start: string): boolean => start.includes('%PDF-')
const isZip = (start: string): boolean => start.startsWith('PK\x03\x04')
