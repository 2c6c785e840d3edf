import { Readable } from 'node:stream'
import { type Entry, fromRandomAccessReaderPromise, RandomAccessReader } from 'yauzl'
import { withErrorListener } from './error-listener.ts'
import type { SourceFile } from './source-file.ts'
import { UnreadableFile } from './unreadable-file.ts'

const maxEntries = 5000
/** Real documents shrink to a tenth or a fiftieth; deflate can do 1,030, which only bombs use. */
const maxUnpackRatio = 250
const maxUnpackedBytes = 2 * 1024 ** 3
/** Below this a high ratio harms nobody. */
const harmlessUnpackedBytes = 1024 * 1024

/** The parts of an office document, which is a zip of XML, by their path. */
export interface Zip {
  readonly paths: readonly string[]
  has(path: string): boolean
  /** The text of a part piece by piece; an error when there is no such part. */
  text(path: string): AsyncGenerator<string, void, undefined>
}

/**
 * Reads the list of parts. Sizes are judged before anything is unpacked, and hold while it is. `title` is what sentences
 * call the file. Throws UnreadableFile.
 */
export async function openZip(file: SourceFile, title: string): Promise<Zip> {
  const entries = new Map<string, Entry>()
  try {
    const reader = new FileReader(file)
    const zip = withErrorListener(await fromRandomAccessReaderPromise(reader, file.sizeBytes, { autoClose: false }))
    if (zip.entryCount > maxEntries) throw new UnreadableFile(`the ${title} has more than ${maxEntries} parts`)
    for await (const entry of zip.eachEntry()) entries.set(entry.fileName, entry)
    return {
      paths: [...entries.keys()],
      has: (path) => entries.has(path),
      text: async function* (path) {
        const entry = entries.get(path)
        if (entry === undefined) throw new UnreadableFile(`the ${title} lacks a part that it names`)
        refuseBomb(entry, title)
        yield* decoded(() => zip.openReadStreamPromise(entry), title)
      },
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

/** What an entry says of its size is true later on: yauzl ends a stream that gives more or less. */
function refuseBomb({ compressedSize, uncompressedSize }: Entry, title: string): void {
  if (uncompressedSize <= harmlessUnpackedBytes) return
  if (uncompressedSize <= maxUnpackedBytes && uncompressedSize <= compressedSize * maxUnpackRatio) return
  throw new UnreadableFile(`the ${title} would unpack to far more than it should`)
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

function damaged(cause: unknown, title: string): Error {
  if (cause instanceof UnreadableFile) return cause
  return new UnreadableFile(`the ${title} is damaged, or is none`, { cause })
}
