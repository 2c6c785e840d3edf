// Files: how bytes come in and where they lie. So far temporary uploads: an hour long, for their uploader only.
import { join } from 'node:path'
import type { Database, Tx } from '../db/database.ts'
import type { IncomingBytes } from '../http/operation.ts'
import type { Clock } from '../kit/clock.ts'
import type { Log } from '../kit/log.ts'
import type { Caller } from '../people/index.ts'
import { readContentRange } from './content-range.ts'
import { createDisk } from './disk.ts'
import { openIncomingFile } from './incoming-file.ts'
import { startJanitor } from './janitor.ts'
import { pinTemporaryFile, temporaryFile } from './temporary-files.store.ts'
import { createTurns } from './turns.ts'
import { createUpload } from './upload.ts'
import { type FileView, viewTemporary } from './view.ts'

export { openS3Bytes } from './bytes/open-s3.ts'
export {
  badRange,
  diskFull,
  entityTooSmall,
  fileTooLarge,
  hashTaken,
  invalidPart,
  invalidPartOrder,
  noSuchUpload,
  notAFile,
  uploadAborted,
} from './errors.ts'
export type { FileView } from './view.ts'

export interface IncomingUpload {
  /** A UUID that the client chose; it names the upload for this caller only. */
  readonly hash: string
  readonly bytes: IncomingBytes
  /** The header of that name, when the file comes in parts. */
  readonly contentRange?: string | undefined
}

export interface LocalFile {
  readonly id: string
  readonly name: string
  /** Bytes. */
  readonly size: number
  /** Lower-case hex. */
  readonly sha256: string
  /** On this machine's disk. */
  readonly path: string
}

export interface Files {
  /** Takes a file or the next part of one; gives the file when it is complete. */
  uploadTemporary(caller: Caller, upload: IncomingUpload): Promise<FileView | undefined>
  /** A complete upload of this very user that has not expired. */
  temporaryByHash(userId: string, hash: string): Promise<LocalFile | undefined>
  /** Keeps a temporary file until then, in ms since 1970; false when it is gone. */
  pin(tx: Tx, fileId: string, untilMs: number): Promise<boolean>
  /** Removes what has expired; happens by itself every few minutes. */
  sweep(): Promise<void>
  close(): Promise<void>
}

export interface FilesOptions {
  readonly database: Database
  readonly clock: Clock
  readonly log: Log
  /** Where all files lie; made when it isn't there. */
  readonly folder: string
}

export function createFiles({ database, clock, log, folder }: FilesOptions): Files {
  const disk = createDisk(join(folder, 'tmp'))
  const janitor = startJanitor({ database, disk, clock, log })
  const inTurn = createTurns()
  const upload = createUpload({ database, disk, clock })
  return {
    async uploadTemporary({ userId }, { hash, bytes, contentRange }) {
      const range = readContentRange(contentRange)
      const incoming = await openIncomingFile(bytes)
      const key = { userId, hash: hash.toLowerCase() }
      try {
        const file = await inTurn(`${key.userId} ${key.hash}`, () => upload(key, range, incoming))
        return file && viewTemporary(file)
      } finally {
        incoming.release()
      }
    },
    async temporaryByHash(userId, hash) {
      const file = await temporaryFile(database.reader, userId, hash, new Date(clock.nowMs()))
      if (!file?.sha256) return undefined
      const { id, name, total, sha256 } = file
      return { id, name, size: total, sha256: sha256.toString('hex'), path: disk.path(id) }
    },
    pin: (tx, fileId, untilMs) => pinTemporaryFile(tx, fileId, new Date(untilMs)),
    sweep: () => janitor.sweep(),
    close: () => janitor.close(),
  }
}
