import type { Readable } from 'node:stream'

/** First byte, and the one behind the last. */
export interface ByteRange {
  readonly from: number
  readonly to: number
}

/** Where the bytes of permanent files lie, by their SHA-256 (lower-case hex): equal content is kept once. */
export interface ByteStore {
  /** Takes over a complete local file; when it resolves the bytes are durable. May be repeated. */
  keep(sha256: string, path: string, bytes: number): Promise<void>
  /** Rejects with code ENOENT when there are no such bytes. */
  read(sha256: string, range?: ByteRange): Promise<Readable>
  remove(sha256: string): Promise<void>
  /** Those that nobody has touched since then, for the janitor. */
  list(untouchedSinceMs: number): AsyncIterable<string>
  close(): Promise<void>
}
