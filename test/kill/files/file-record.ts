import type { Content } from './contents.ts'

/** All that may be true of a file. What is answered leaves less; what is asked, and not answered yet, more. */
export interface FileRecord {
  /** No two have the same. */
  readonly name: string
  /** Of the upload; one that comes without a hash gets one that nobody knows. */
  readonly hash: string | undefined
  readonly content: Content
  id: string | undefined
  mayBeThere: boolean
  mayBeMissing: boolean
  /** Where it may be. */
  directories: Set<string>
}

export interface FileLedger {
  readonly records: ReadonlyMap<string, FileRecord>
  add(content: Content, hash: string | undefined): FileRecord
  /** What no kill explains. */
  readonly problems: string[]
  /** Requests that were answered with success. */
  readonly acked: Record<string, number>
  count(what: string): void
}

/** Kept in the process that kills, so it outlives every kill. */
export function createFileLedger(): FileLedger {
  const records = new Map<string, FileRecord>()
  const acked: Record<string, number> = {}
  return {
    records,
    problems: [],
    acked,
    add(content, hash) {
      const name = `file-${records.size + 1}.bin`
      const record = {
        name,
        hash,
        content,
        id: undefined,
        mayBeThere: false,
        mayBeMissing: true,
        directories: new Set<string>(),
      }
      records.set(name, record)
      return record
    },
    count(what) {
      acked[what] = (acked[what] ?? 0) + 1
    },
  }
}
