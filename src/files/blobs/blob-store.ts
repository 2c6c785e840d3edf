import type { Readable } from 'node:stream'

/** A range of bytes: `from` is inclusive, `to` is exclusive. */
export interface ByteRange {
  readonly from: number
  readonly to: number
}

/** The store of the bytes of permanent files, by their SHA-256 (lower-case hex). Equal content is stored once. */
export interface BlobStore {
  /** Stores a complete local file; the bytes are durable when the promise resolves. Can be repeated. */
  keep(sha256: string, path: string, bytes: number): Promise<void>
  /** Opens the bytes for reading. Rejects with the code ENOENT when they do not exist. */
  read(sha256: string, range?: ByteRange): Promise<Readable>
  remove(sha256: string): Promise<void>
  /** Lists the SHA-256 of all bytes last stored before this time, for the janitor. */
  list(untouchedSinceMs: number): AsyncIterable<string>
  close(): Promise<void>
}
