import { Readable } from 'node:stream'
import { type Entry, fromRandomAccessReaderPromise, RandomAccessReader } from 'yauzl'
import { withErrorListener } from './error-listener.ts'
import type { SourceFile } from './source-file.ts'
import { UnreadableFile } from './unreadable-file.ts'

const maxEntries = 5000
/**
 * Maximum ratio of unpacked to packed size. Real documents shrink to a tenth or a fiftieth; deflate can reach 1,030,
 * which only zip bombs do.
 */
const maxUnpackRatio = 250
const maxUnpackedBytes = 2 * 1024 ** 3
/** Unpacked size in bytes up to which any ratio is harmless. */
const harmlessUnpackedBytes = 1024 * 1024

/** The parts of an office document, which is a zip of XML files, by their path. */
export interface Zip {
  readonly paths: readonly string[]
  has(path: string): boolean
  /** Returns the text of a part, piece by piece. Throws UnreadableFile when the part does not exist. */
  text(path: string): AsyncGenerator<string, void, undefined>
  /** Returns the first bytes of a part, at most `maxBytes`. Throws UnreadableFile when the part does not exist. */
  head(path: string, maxBytes: number): Promise<Uint8Array>
}

/**
 * Opens a zip and reads the list of its parts. `text` checks the size of a part before unpacking it, and unpacking
 * enforces that size. `title` names the file in messages. Throws UnreadableFile.
 */
export async function openZip(file: SourceFile, title: string): Promise<Zip> {
  const entries = new Map<string, Entry>()
  try {
    const reader = new FileReader(file)
    const zip = withErrorListener(await fromRandomAccessReaderPromise(reader, file.sizeBytes, { autoClose: false }))
    if (zip.entryCount > maxEntries) throw new UnreadableFile(`the ${title} has more than ${maxEntries} parts`)
    for await (const entry of zip.eachEntry()) entries.set(entry.fileName, entry)
    const entryAt = (path: string): Entry => {
      const entry = entries.get(path)
      if (entry === undefined) throw new UnreadableFile(`the ${title} lacks a part that it names`)
      return entry
    }
    return {
      paths: [...entries.keys()],
      has: (path) => entries.has(path),
      text: async function* (path) {
        const entry = entryAt(path)
        refuseBomb(entry, title)
        yield* decoded(() => zip.openReadStreamPromise(entry), title)
      },
      head: (path, maxBytes) => headOf(() => zip.openReadStreamPromise(entryAt(path)), maxBytes, title),
    }
  } catch (error) {
    throw damaged(error, title)
  }
}

class FileReader extends RandomAccessReader {
  readonly file: SourceFile

  constructor(file: SourceFile) {
    super()
    this.file = file
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return withErrorListener(Readable.from(this.file.read(start, end), { objectMode: false }))
  }
}

/**
 * Throws when a part would unpack to too many bytes. The size that the entry declares can be trusted, because yauzl
 * fails when the real size differs.
 */
function refuseBomb({ compressedSize, uncompressedSize }: Entry, title: string): void {
  if (uncompressedSize <= harmlessUnpackedBytes) return
  if (uncompressedSize <= maxUnpackedBytes && uncompressedSize <= compressedSize * maxUnpackRatio) return
  throw new UnreadableFile(`the ${title} is too large when it is unpacked`)
}

async function* decoded(open: () => Promise<Readable>, title: string): AsyncGenerator<string, void, undefined> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  try {
    for await (const bytes of withErrorListener(await open()) as AsyncIterable<Buffer>)
      yield decoder.decode(bytes, { stream: true })
    yield decoder.decode()
  } catch (error) {
    throw damaged(error, title)
  }
}

async function headOf(open: () => Promise<Readable>, maxBytes: number, title: string): Promise<Uint8Array> {
  const pieces: Buffer[] = []
  let length = 0
  try {
    for await (const bytes of withErrorListener(await open()) as AsyncIterable<Buffer>) {
      pieces.push(bytes)
      length += bytes.length
      if (length >= maxBytes) break
    }
  } catch (error) {
    throw damaged(error, title)
  }
  return Buffer.concat(pieces).subarray(0, maxBytes)
}

function damaged(cause: unknown, title: string): Error {
  if (cause instanceof UnreadableFile) return cause
  return new UnreadableFile(`the ${title} is damaged, or the file has another format`, { cause })
}
