import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { withErrorListener } from './error-listener.ts'

/** A file that can be read from any place in it, be it on disk or in an object store. */
export interface SourceFile {
  readonly sizeBytes: number
  /** The bytes from `start` up to, not including, `end`. */
  read(start: number, end: number): AsyncIterable<Uint8Array>
}

export async function fileOnDisk(path: string): Promise<SourceFile> {
  const { size } = await stat(path)
  return {
    sizeBytes: size,
    // A stream of Node takes `end` as included, and has no way to say "nothing".
    read: (start, end) =>
      start < end ? withErrorListener(createReadStream(path, { start, end: end - 1 })) : noBytes(),
  }
}

/** All of it in memory: for the first bytes and other short pieces. */
export async function bytesOf(file: SourceFile, start: number, end: number): Promise<Buffer> {
  return Buffer.concat(await Array.fromAsync(file.read(start, Math.min(end, file.sizeBytes))))
}

async function* noBytes(): AsyncGenerator<Uint8Array> {}
