import type { Content } from './contents.ts'

/** Everything that may be true of a file. A request widens the possibilities, and its answer narrows them. */
export interface FileRecord {
  /** Unique name. */
  readonly name: string
  /** Hash of the upload; undefined when the server chooses one. */
  readonly hash: string | undefined
  readonly content: Content
  id: string | undefined
  mayBeThere: boolean
  mayBeMissing: boolean
  /** Directories in which the file may be. */
  directories: Set<string>
}

export interface FileLedger {
  readonly records: ReadonlyMap<string, FileRecord>
  /** Whether other clients store files in the same installation. */
  readonly isShared: boolean
  add(content: Content, hash: string | undefined): FileRecord
  /** Contradictions that a kill cannot explain. */
  readonly problems: string[]
  /** Number of successful requests of each kind. */
  readonly acked: Record<string, number>
  count(what: string): void
}

/** Creates the ledger in the process that kills the server, so that it survives every kill. */
export function createFileLedger(isShared = false): FileLedger {
  const records = new Map<string, FileRecord>()
  const acked: Record<string, number> = {}
  return {
    records,
    isShared,
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
