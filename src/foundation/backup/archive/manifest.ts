/** Version of the format of archives; incremented when older versions of Chancery could not read a newer archive. */
export const formatVersion = 1

/** Name of the first file, by which an archive is recognized. */
export const headName = 'chancery-backup.json'
/** Names of the last two files. The manifest is complete only when all others are written. */
export const manifestName = 'manifest.json'
export const manifestHashName = 'manifest.json.sha256'
/** Folder of the bytes of files, by their SHA-256. */
export const filesFolder = 'files/'
/** Returns whether the name of a file of `filesFolder` is a SHA-256, and so leads to no other folder. */
export const isNameOfFile = (name: string): boolean => /^[0-9a-f]{64}$/.test(name)

/** The first file of an archive. */
export interface ArchiveHead {
  readonly format: number
  /** Version of Chancery that made the archive. */
  readonly product: string
  readonly id: string
  /** The moment of the snapshot. */
  readonly createdAt: string
  readonly database: { readonly kind: 'embedded' | 'postgres'; readonly version: string }
}

export interface Manifest extends ArchiveHead {
  /** The migrations of the database, in their order; the last one is the version of the schema. */
  readonly migrations: readonly { readonly name: string; readonly sha256: string }[]
  readonly tables: readonly ArchivedTable[]
  /** Tables whose rows are not in the archive; see `leftOut` in tables.ts. */
  readonly leftOut: readonly string[]
  readonly sequences: readonly { readonly name: string; readonly value: string; readonly isCalled: boolean }[]
  /**
   * The views for SQL tools, in the order of their creation. The queries are for readers: a restore creates the views of
   * the definitions, and executes nothing that is written here.
   */
  readonly views: readonly { readonly name: string; readonly query: string }[]
  readonly files: { readonly count: number; readonly bytes: number }
  /** SHA-256 of files whose bytes could not be read when the archive was made. */
  readonly missingFiles: readonly string[]
}

/** The rows of a table: JSON arrays of texts, one row in a line, in one or more files compressed by Zstandard. */
export interface ArchivedTable {
  /** Schema and name, such as `public.users`. */
  readonly name: string
  readonly columns: readonly string[]
  readonly rows: number
  /**
   * Digest of the rows: the sum of the first 60 bits of each line's SHA-256, as a decimal text. The order of the rows
   * does not change the sum.
   */
  readonly digest: string
  readonly parts: readonly { readonly name: string; readonly sha256: string }[]
}

/** The counts of an archive that are shown to users. */
export interface ArchiveCounts {
  readonly tables: number
  readonly rows: number
  readonly files: number
  readonly fileBytes: number
  readonly missingFiles: number
}

export function countsOf({ tables, files, missingFiles }: Manifest): ArchiveCounts {
  return {
    tables: tables.length,
    rows: tables.reduce((sum, { rows }) => sum + rows, 0),
    files: files.count,
    fileBytes: files.bytes,
    missingFiles: missingFiles.length,
  }
}
