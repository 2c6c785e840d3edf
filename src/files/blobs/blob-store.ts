import type { Readable } from 'node:stream'
import { PlatformError } from '../../foundation/kit/errors.ts'
import type { ByteRange } from '../disk-io.ts'
import { bytesUnavailable, diskFull } from '../errors.ts'

/** The store of the bytes of permanent files, by their SHA-256 (lower-case hex). Equal content is stored once. */
export interface BlobStore {
  /**
   * Stores a complete local file; the bytes are durable when the promise resolves. Can be repeated. With `mayTake`, the
   * file may have been moved away afterwards.
   */
  put(sha256: string, path: string, bytes: number, options?: { readonly mayTake: boolean }): Promise<void>
  /** Opens the bytes for reading. Rejects with the code ENOENT when they do not exist. */
  read(sha256: string, range?: ByteRange): Promise<Readable>
  remove(sha256: string): Promise<void>
  /** Lists the SHA-256 of all blobs last stored before `untouchedSinceMs` (ms since 1970), for the sweep. */
  list(untouchedSinceMs: number): AsyncIterable<string>
  close(): Promise<void>
}

/**
 * Runs `work` and converts errors of a blob store into errors for callers. ENOENT and errors that are already for
 * callers are passed on unchanged.
 */
export async function withBlobErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (error instanceof PlatformError || code === 'ENOENT') throw error
    if (code === 'ENOSPC' || code === 'EDQUOT') throw diskFull('there is no space left for files', {}, { cause: error })
    throw bytesUnavailable('the file store does not respond at the moment; try again', {}, { cause: error })
  }
}
