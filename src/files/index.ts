// Files: how bytes come in, where they lie, in which directories, who may see them, and the links that hand them out.
import { join } from 'node:path'
import type { Database, Tx } from '../db/database.ts'
import type { IncomingBytes } from '../http/operation.ts'
import type { Clock } from '../kit/clock.ts'
import type { Log } from '../kit/log.ts'
import { createOutbound, type Outbound } from '../outbound/index.ts'
import type { Caller } from '../people/index.ts'
import type { Page } from '../query/index.ts'
import { type Attach, createAttach } from './attached/attach.ts'
import { type Bin, createBin } from './bin/bin.ts'
import { createBinSweep } from './bin/bin-janitor.ts'
import { type BulkFiles, createBulkFiles } from './bulk-files.ts'
import type { ByteStore } from './bytes/byte-store.ts'
import { createDiskBytes } from './bytes/disk-bytes.ts'
import { createDirectories, type Directories } from './directories/directories.ts'
import { createFileGrants, type FileGrants } from './grants.ts'
import { startJanitor } from './janitor.ts'
import { createLinks, type Links } from './links/links.ts'
import { createPutLinks, type PutLinks } from './links/put-links.ts'
import { createListeners, type FileListener } from './listeners.ts'
import { unseenFiles } from './permanent/files.store.ts'
import { createKeep } from './permanent/keep-upload.ts'
import { createPermanentFiles, type PermanentFiles } from './permanent/permanent-files.ts'
import { searchFiles } from './permanent/search-files.ts'
import { type FileCaller, noElements, type ThroughElements } from './rights.store.ts'
import { createFreeSpace } from './space/free-space.ts'
import { createQuota, type Quota, type QuotaSettings } from './space/quota.ts'
import { createFindFiles, type FindFiles } from './text/find-files.ts'
import { createTexts, type Texts } from './text/texts.ts'
import { createTurns } from './turns.ts'
import { createDisk } from './uploads/disk.ts'
import { createLinkUploads } from './uploads/fetch-links.ts'
import { hashIncoming } from './uploads/hash-incoming.ts'
import { createReceive } from './uploads/receive.ts'
import { createTakeUpload, type IncomingUpload } from './uploads/take-upload.ts'
import { pinTemporaryFile, temporaryFile } from './uploads/temporary-files.store.ts'
import { createUpload } from './uploads/upload.ts'
import { createUploadTo, type UploadInto } from './uploads/upload-to.ts'
import { createVersions, type Versions } from './versions/versions.ts'
import { type FileView, viewTemporary } from './view.ts'

export type { Attach, Attached } from './attached/attach.ts'
export { refillUses, usesOfChanged, usesOfInserted } from './attached/uses.store.ts'
export type { NewPermanentFile } from './bulk-files.ts'
export { openS3Bytes } from './bytes/open-s3.ts'
export type { DirectoryInput } from './directories/directories.ts'
export * from './errors.ts'
export { readByteRange } from './links/byte-range.ts'
export type { Download } from './links/downloads.ts'
export type { FileListener } from './listeners.ts'
export { type FileAction, fileRights, filesSpace, rootId, type ThroughElements } from './rights.store.ts'
export type { FoundFile } from './text/find-files.store.ts'
export type { IncomingUpload } from './uploads/take-upload.ts'
export type { FileView } from './view.ts'

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

export interface Files extends PermanentFiles {
  readonly bulk: BulkFiles
  readonly directories: Directories
  readonly links: Links
  readonly putLinks: PutLinks
  readonly grants: FileGrants
  readonly attach: Attach
  /** Those of the ids that are of no file, or of none that the caller sees. */
  unseen(caller: Caller, ids: readonly string[]): Promise<readonly string[]>
  readonly versions: Versions
  readonly bin: Bin
  /** Lets a room above take part in what becomes of files. */
  hear(listener: FileListener): void
  /** How many bytes the caller has and may have; for administrators also all together. */
  usage: Quota['usage']
  /** What is written in files; taken out from `start` on. */
  readonly texts: Texts
  /** Takes a file or the next part of one; gives the file when it is complete. */
  uploadTemporary(caller: Caller, upload: IncomingUpload): Promise<FileView | undefined>
  /** The same, and the complete file becomes one of the directory. Without a hash it comes at once. */
  uploadTo(caller: Caller, directory: string, upload: UploadInto): Promise<FileView | undefined>
  /** Reads an incoming file without keeping it, and gives what tells it from others. */
  hashIncoming(bytes: IncomingBytes): Promise<readonly string[]>
  /** Fetches files from elsewhere; gives their hashes in the order of the links. Throws a 422 when one failed. */
  uploadFromLinks(caller: Caller, links: readonly string[]): Promise<{ hash: string }[]>
  search(caller: Caller, input: unknown): Promise<Page>
  /** Files for the search over everything. */
  readonly find: FindFiles
  /** A complete upload of this very user that has not expired. */
  temporaryByHash(userId: string, hash: string): Promise<LocalFile | undefined>
  /** Elements hold files, and who may read them may read these: how, their room says once. */
  readThrough(rules: (caller: Caller) => ThroughElements): void
  /** Keeps a temporary file until then, in ms since 1970; false when it is gone. */
  pin(tx: Tx, fileId: string, untilMs: number): Promise<boolean>
  /** Removes what has expired; happens by itself every few minutes. */
  sweep(): Promise<void>
  close(): Promise<void>
}

export interface FilesOptions extends QuotaSettings {
  readonly database: Database
  readonly clock: Clock
  readonly log: Log
  /** Where all files lie; made when it isn't there. */
  readonly folder: string
  /** Where the bytes of permanent files lie, if not in the folder. */
  readonly bytes?: ByteStore | undefined
  /** Bytes that stay free on the disk of the folder; 0 and undefined: none. */
  readonly reserveBytes?: number | undefined
  /** After so many days the recycle bin loses a file; 0 and undefined: never. */
  readonly binDays?: number | undefined
  /** The beginning of links. */
  readonly baseUrl?: (() => string) | undefined
  /** The way to links; public addresses alone when it is not given. */
  readonly outbound?: Outbound | undefined
}

export function createFiles(options: FilesOptions): Files {
  const { database, clock, log, folder, baseUrl = () => '', outbound = createOutbound() } = options
  const disk = createDisk(join(folder, 'tmp'))
  const bytes = options.bytes ?? createDiskBytes(join(folder, 'bytes'))
  let through: (caller: Caller) => ThroughElements = () => noElements
  const seeing = (caller: Caller): FileCaller => ({ ...caller, through: through(caller) })
  const { hear, tell } = createListeners()
  const quota = createQuota(database, options)
  const freeSpace = createFreeSpace(folder, options.reserveBytes ?? 0)
  const deps = { database, disk, bytes, clock, log, seeing, tell, quota, freeSpace }
  const bin = createBin(deps)
  const janitor = startJanitor({ ...deps, sweepBin: createBinSweep({ ...deps, days: options.binDays ?? 0 }) })
  const inTurn = createTurns()
  const receive = createReceive(deps)
  const upload = createUpload({ ...deps, receive })
  const take = createTakeUpload({ upload, inTurn })
  const directories = createDirectories(deps)
  const texts = createTexts(deps)
  const keep = createKeep({ ...deps, onKept: texts.wake })
  const permanent = createPermanentFiles({ ...deps, keep, directories, inTurn })
  const links = createLinks({ ...deps, baseUrl })
  const putLinks = createPutLinks({ ...deps, upload, inTurn, baseUrl })

  return {
    ...permanent,
    hear,
    bin,
    directories,
    links,
    texts,
    putLinks,
    grants: createFileGrants(deps),
    attach: createAttach({ ...deps, keep }),
    find: createFindFiles(deps),
    unseen: (caller, ids) => unseenFiles(database.reader, seeing(caller), ids),
    usage: quota.usage,
    versions: createVersions({ ...deps, inTurn, onKept: texts.wake }),
    bulk: createBulkFiles(permanent, bin, links, putLinks),
    async uploadTemporary(caller, incoming) {
      const file = await take(caller, incoming)
      return file && viewTemporary(file)
    },
    uploadTo: createUploadTo({ ...deps, directories, permanent, keep, receive, take }),
    hashIncoming,
    uploadFromLinks: createLinkUploads({ outbound, upload, log }),
    search: (caller, input) => searchFiles(database.reader, seeing(caller), input, clock.nowMs()),
    async temporaryByHash(userId, hash) {
      const file = await temporaryFile(database.reader, userId, hash, new Date(clock.nowMs()))
      if (!file?.sha256) return undefined
      const { id, name, total, sha256 } = file
      return { id, name, size: total, sha256: sha256.toString('hex'), path: disk.path(id) }
    },
    readThrough(rules) {
      through = rules
    },
    pin: (tx, fileId, untilMs) => pinTemporaryFile(tx, fileId, new Date(untilMs)),
    sweep: () => janitor.sweep(),
    async close() {
      await texts.close()
      await janitor.close()
      await bytes.close()
    },
  }
}
