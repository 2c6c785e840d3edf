import { Readable } from 'node:stream'
import { type Entry, fromRandomAccessReaderPromise, RandomAccessReader } from 'yauzl'
import { PlatformError } from '../../../../kit/errors.ts'
import { fileUnreadable } from '../../errors.ts'
import { harmlessUnpackedBytes, maxUnpackedBytes, maxUnpackRatio, maxZipEntries } from '../limits.ts'
import type { SourceFile } from '../source-file.ts'

/** The parts of an XLSX file by their path. */
export interface Zip {
  has(path: string): boolean
  /** The text of a part piece by piece; an error when there is no such part. */
  text(path: string): AsyncGenerator<string, void, undefined>
}

/** Reads the list of parts. Sizes are judged before anything is unpacked, and hold while it is. */
export async function openZip(file: SourceFile): Promise<Zip> {
  try {
    const zip = await fromRandomAccessReaderPromise(new FileReader(file), file.sizeBytes, { autoClose: false })
    if (zip.entryCount > maxZipEntries) throw fileUnreadable(`the XLSX file has more than ${maxZipEntries} parts`)
    const entries = new Map<string, Entry>()
    for await (const entry of zip.eachEntry()) entries.set(entry.fileName, entry)
    return {
      has: (path) => entries.has(path),
      text: async function* (path) {
        const entry = entries.get(path)
        if (entry === undefined) throw fileUnreadable('the XLSX file lacks a part that it names')
        refuseBomb(entry)
        yield* decoded(() => zip.openReadStreamPromise(entry))
      },
    }
  } catch (error) {
    throw damaged(error)
  }
}

class FileReader extends RandomAccessReader {
  readonly file: SourceFile

  constructor(file: SourceFile) {
    super()
    this.file = file
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from(this.file.read(start, end), { objectMode: false })
  }
}

/** What an entry says of its size is true later on: yauzl ends a stream that gives more or less. */
function refuseBomb({ compressedSize, uncompressedSize }: Entry): void {
  if (uncompressedSize <= harmlessUnpackedBytes) return
  if (uncompressedSize <= maxUnpackedBytes && uncompressedSize <= compressedSize * maxUnpackRatio) return
  throw fileUnreadable('the XLSX file would unpack to far more than it should; save it anew, or as CSV')
}

async function* decoded(open: () => Promise<Readable>): AsyncGenerator<string, void, undefined> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  try {
    for await (const bytes of (await open()) as AsyncIterable<Buffer>) yield decoder.decode(bytes, { stream: true })
    yield decoder.decode()
  } catch (error) {
    throw damaged(error)
  }
}

function damaged(cause: unknown): Error {
  if (cause instanceof PlatformError) return cause
  return fileUnreadable('the file is not an XLSX file, or it is damaged', { field: 'format' }, { cause })
}
