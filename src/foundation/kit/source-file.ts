import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { withErrorListener } from './error-listener.ts'

/** A file on disk or in an object store that can be read from any position. */
export interface SourceFile {
  readonly sizeBytes: number
  /** Returns the bytes from `start` up to, but excluding, `end`. */
  read(start: number, end: number): AsyncIterable<Uint8Array>
}

export async function fileOnDisk(path: string): Promise<SourceFile> {
  const { size } = await stat(path)
  return {
    sizeBytes: size,
    // A Node stream includes the byte at `end`, and cannot express an empty range.
    read: (start, end) =>
      start < end ? withErrorListener(createReadStream(path, { start, end: end - 1 })) : noBytes(),
  }
}

/** Returns bytes in memory as a file. */
export function inMemory(bytes: Uint8Array): SourceFile {
  return {
    sizeBytes: bytes.length,
    read: async function* (start, end) {
      for (let at = start; at < end; at += 65_536) yield bytes.subarray(at, Math.min(at + 65_536, end))
    },
  }
}

/**
 * Reads the bytes from `start` up to, but excluding, `end` into memory; for the first bytes and other short ranges.
 */
export async function bytesOf(file: SourceFile, start: number, end: number): Promise<Buffer> {
  return Buffer.concat(await Array.fromAsync(file.read(start, Math.min(end, file.sizeBytes))))
}

async function* noBytes(): AsyncGenerator<Uint8Array> {}
