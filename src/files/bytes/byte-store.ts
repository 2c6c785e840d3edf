import type { Readable } from 'node:stream'

/** Where the bytes of permanent files lie, by their SHA-256 (lower-case hex): equal content is kept once. */
export interface ByteStore {
  /** Takes over a complete local file; when it resolves the bytes are durable. May be repeated. */
  keep(sha256: string, path: string, bytes: number): Promise<void>
  /** `range`: first byte, and the one behind the last. Rejects with code ENOENT when there is none. */
  read(sha256: string, range?: { from: number; to: number }): Promise<Readable>
  remove(sha256: string): Promise<void>
  /** Those that nobody has touched since then, for the janitor. */
  list(untouchedSinceMs: number): AsyncIterable<string>
  close(): Promise<void>
}
