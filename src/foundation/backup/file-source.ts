import type { Snapshot } from '../db/database.ts'

/** Where the bytes of files come from. */
export interface FileSource {
  /** Returns the contents of the files of a snapshot, each content once. */
  list(snapshot: Snapshot): AsyncIterable<readonly { readonly sha256: string; readonly bytes: number }[]>
  /** Returns the number of bytes of these files. */
  size(snapshot: Snapshot): Promise<number>
  /** Opens a file. Reading throws before the last chunk when the bytes differ from those that were stored. */
  read(sha256: string, bytes: number): Promise<AsyncIterable<Buffer>>
  /**
   * Reads a file again that could not be read, and returns whether its bytes are lost. Any other failure may be
   * temporary.
   */
  isLost(sha256: string, bytes: number): Promise<boolean>
}
