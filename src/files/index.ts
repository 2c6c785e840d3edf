// Uploads, permanent files, directories, rights to files, download and upload links, and the text search in files.
import { join } from 'node:path'
import type { Database, Reader, Tx } from '../foundation/db/database.ts'
import type { IncomingBytes } from '../foundation/http/operation.ts'
import type { PeriodicJob } from '../foundation/jobs/index.ts'
import type { Clock } from '../foundation/kit/clock.ts'
import type { Log } from '../foundation/kit/log.ts'
import { createOutbound, type Outbound } from '../foundation/outbound/index.ts'
import type { Caller } from '../people/index.ts'
import { createLists, type Lists, type Page } from '../query/index.ts'
import { type Attach, createAttach } from './attachments/attach.ts'
import type { BlobStore } from './blobs/blob-store.ts'
import { createDiskBlobs } from './blobs/disk-blobs.ts'
import { type BulkFiles, createBulkFiles } from './bulk-files.ts'
import { createDirectories, type Directories } from './directories/directories.ts'
import { type FileEventListener, fileEventsFor } from './file-events.ts'
import { createFileAccess, type FileAccess } from './file-resource.ts'
import type { FileView } from './file-view.ts'
import { createJanitor } from './janitor.ts'
import { createKeyedMutex } from './keyed-mutex.ts'
import { DownloadLinks } from './links/download-links.ts'
import { createPreviewFile, type PreviewFile } from './links/previews.ts'
import { UploadLinks } from './links/upload-links.ts'
import { unseenFiles } from './permanent/files.store.ts'
import { PermanentFiles } from './permanent/permanent-files.ts'
import { createPersistUpload } from './permanent/persist-upload.ts'
import { createUploadToDirectory, type UploadInto } from './permanent/upload-to-directory.ts'
import { purgeExpired } from './recycle-bin/purge-file.ts'
import { RecycleBin } from './recycle-bin/recycle-bin.ts'
import { type FileCaller, noElements, type ThroughElements } from './rights.store.ts'
import { createFindFiles, type FindFiles } from './search/find-files.ts'
import { listFiles, searchFiles } from './search/search-files.ts'
import { createFreeSpace } from './space/free-space.ts'
import { Quota, type QuotaSettings } from './space/quota.ts'
import { totalBytes } from './space/usage.store.ts'
import { ExtractionQueue } from './text/extraction-queue.ts'
import { createReceiveUpload } from './uploads/receive-upload.ts'
import { pinTemporaryFile, temporaryFile } from './uploads/temporary-files.store.ts'
import { createUploadFolder } from './uploads/upload-folder.ts'
import { createUploadFromLinks } from './uploads/upload-from-links.ts'
import { createUploadTemporary, type IncomingUpload } from './uploads/upload-temporary.ts'
import { viewUpload } from './uploads/upload-view.ts'
import { createWriteIncoming, hashIncoming } from './uploads/write-incoming.ts'
import { createVersions, type Versions } from './versions/versions.ts'

export { recordUse, refillUses, usesOfChanged, usesOfInserted } from './attachments/file-uses.store.ts'
export { createBackupFiles } from './blobs/backup-files.ts'
export type { BlobStore } from './blobs/blob-store.ts'
export { createKeptBytes } from './blobs/keep-bytes.ts'
export { openFileStore, openS3Blobs } from './blobs/open-file-store.ts'

export * from './errors.ts'
export type { FileEventListener } from './file-events.ts'
export type { FileView } from './file-view.ts'
export type { Download } from './links/downloads.ts'
export { readByteRange } from './links/headers.ts'
export { type FileAction, fileRights, filesSpace, rootId, type ThroughElements } from './rights.store.ts'
export type { FoundFile } from './search/find-files.store.ts'
export { forgetUploads } from './uploads/temporary-files.store.ts'

export type { HeldVersion } from './versions/versions.store.ts'

interface LocalFile {
  readonly id: string
  readonly name: string
  /** The size in bytes. */
  readonly size: number
  /** The SHA-256 in lower-case hex. */
  readonly sha256: string
  /** The path on the local disk. */
  readonly path: string
}

export interface Files extends Pick<PermanentFiles, 'get' | 'persist' | 'move' | 'remove'> {
  readonly bulk: BulkFiles
  readonly directories: Directories
  readonly downloadLinks: DownloadLinks
  readonly preview: PreviewFile
  readonly uploadLinks: UploadLinks
  readonly access: FileAccess
  readonly attach: Attach
  /** Returns those of the ids that belong to no file visible to the caller. */
  unseen(reader: Reader, caller: Caller, ids: readonly string[]): Promise<readonly string[]>
  readonly versions: Versions
  readonly recycleBin: RecycleBin
  /** Returns the bytes that the whole installation uses: each content of permanent files once, and all uploads. */
  totalBytes(): Promise<number>
  /** Returns the bytes used and the quota of the caller; for administrators also of the whole installation. */
  usage: Quota['usage']
  /** The extracted texts of files; extraction begins with a call of `start`. */
  readonly texts: ExtractionQueue
  /** Receives a file or the next part of one; returns the upload when it is complete. */
  uploadTemporary(caller: Caller, upload: IncomingUpload): Promise<FileView | undefined>
  /**
   * Receives a file or the next part of one, and turns the complete upload into a file of the directory. Without a
   * hash, the whole file has to come in one request.
   */
  uploadTo(caller: Caller, directory: string, upload: UploadInto): Promise<FileView | undefined>
  /** Reads a file from a request without storing it; returns its SHA-256 in hex and its name. */
  hashIncoming(bytes: IncomingBytes): Promise<readonly string[]>
  /**
   * Downloads files from URLs into uploads and returns their hashes in the order of the URLs. Throws a 422 when a
   * download failed.
   */
  uploadFromLinks(caller: Caller, links: readonly string[]): Promise<{ hash: string }[]>
  search(caller: Caller, input: unknown): Promise<Page>
  /** Lists files that are not deleted; the filter `directory` does not include files in subdirectories. */
  list(caller: Caller, input: unknown): Promise<Page>
  /** The file part of the search over everything. */
  readonly find: FindFiles
  /** Returns a complete upload of the user; undefined when there is none with this hash or it has expired. */
  temporaryByHash(userId: string, hash: string): Promise<LocalFile | undefined>
  /** Sets the rules by which the readers of an element may also read its files. Called once by the room `data`. */
  readThrough(rules: (caller: Caller) => ThroughElements): void
  /** Stores bytes that the platform has made as a complete upload of the caller, under a new hash. */
  keepUpload(
    caller: Caller,
    made: { readonly hash: string; readonly name: string; readonly chunks: AsyncIterable<Buffer> },
  ): Promise<{ id: string; bytes: number }>
  /**
   * Keeps an upload until `untilMs` (ms since 1970), also beyond its expiry. Returns false when the upload is gone.
   */
  pin(tx: Tx, fileId: string, untilMs: number): Promise<boolean>
  /** Removes expired data; also runs automatically every five minutes. */
  sweep(): Promise<void>
  readonly periodic: readonly PeriodicJob[]
  close(): Promise<void>
}

export interface FilesOptions extends QuotaSettings {
  readonly database: Database
  readonly clock: Clock
  readonly log: Log
  /** The folder of all files; created when it does not exist. */
  readonly folder: string
  /** The store of the permanent files' bytes; defaults to a part of the folder. */
  readonly blobs?: BlobStore | undefined
  /** The number of bytes that have to stay free on the disk of the folder; undefined or 0 for no reserve. */
  readonly reserveBytes?: number | undefined
  /** The number of days after which a file in the recycle bin is removed; undefined or 0 for never. */
  readonly binDays?: number | undefined
  /** Returns the base URL of links; defaults to an empty text, which gives relative links. */
  readonly baseUrl?: (() => string) | undefined
  /** Listeners for events of files, one for each room above this one that needs them. */
  readonly listeners?: readonly FileEventListener[] | undefined
  /** The HTTP client for downloads from URLs; by default, only public addresses are allowed. */
  readonly outbound?: Outbound | undefined
  /** The runner of lists; one for the whole platform. */
  readonly lists?: Lists | undefined
}

export function createFiles(options: FilesOptions): Files {
  const { database, clock, log, folder, baseUrl = () => '', outbound = createOutbound(), listeners = [] } = options
  const uploadFolder = createUploadFolder(join(folder, 'tmp'))
  const blobs = options.blobs ?? createDiskBlobs(join(folder, 'bytes'))
  let through: (caller: Caller) => ThroughElements = () => noElements
  const seeing = (caller: Caller): FileCaller => ({ ...caller, through: through(caller) })
  const events = fileEventsFor(listeners)
  const quota = new Quota(database, options)
  const freeSpace = createFreeSpace(folder, options.reserveBytes ?? 0)
  const lists = options.lists ?? createLists(database.reader)
  const deps = { database, uploadFolder, blobs, clock, log, seeing, events, quota, freeSpace, lists }
  const recycleBin = new RecycleBin(deps)
  const janitor = createJanitor({ ...deps, purgeExpired: () => purgeExpired({ ...deps, days: options.binDays ?? 0 }) })
  const mutex = createKeyedMutex()
  const writeIncoming = createWriteIncoming(deps)
  const receiveUpload = createReceiveUpload({ ...deps, writeIncoming })
  const uploadTemporary = createUploadTemporary({ receiveUpload, mutex })
  const directories = createDirectories(deps)
  const texts = new ExtractionQueue(deps)
  const onNewContent = () => texts.wake()
  const persist = createPersistUpload({ ...deps, onNewContent })
  const permanent = new PermanentFiles({ ...deps, persist, directories, mutex })
  const downloadLinks = new DownloadLinks({ ...deps, baseUrl })
  const uploadLinks = new UploadLinks({ ...deps, receiveUpload, mutex, baseUrl })

  return {
    get: (caller, id) => permanent.get(caller, id),
    persist: (caller, entry) => permanent.persist(caller, entry),
    move: (caller, directory, entry) => permanent.move(caller, directory, entry),
    remove: (caller, id) => permanent.remove(caller, id),
    recycleBin,
    directories,
    downloadLinks,
    preview: createPreviewFile({ ...deps, downloadLinks }),
    texts,
    uploadLinks,
    access: createFileAccess(deps),
    attach: createAttach({ ...deps, persist }),
    find: createFindFiles(deps),
    unseen: (reader, caller, ids) => unseenFiles(reader, seeing(caller), ids),
    totalBytes: () => totalBytes(database.reader),
    usage: (caller) => quota.usage(caller),
    versions: createVersions({ ...deps, mutex, onNewContent }),
    bulk: createBulkFiles({ permanent, recycleBin, downloadLinks, uploadLinks }),
    async uploadTemporary(caller, incoming) {
      const upload = await uploadTemporary(caller, incoming)
      return upload && viewUpload(upload)
    },
    uploadTo: createUploadToDirectory({ ...deps, directories, permanent, persist, writeIncoming, uploadTemporary }),
    hashIncoming,
    uploadFromLinks: createUploadFromLinks({ outbound, receiveUpload, log }),
    search: (caller, input) => searchFiles(lists, seeing(caller), input, clock.nowMs()),
    list: (caller, input) => listFiles(lists, seeing(caller), input, clock.nowMs()),
    async temporaryByHash(userId, hash) {
      const file = await temporaryFile(database.reader, userId, hash, new Date(clock.nowMs()))
      if (!file?.sha256) return undefined
      const { id, name, total, sha256 } = file
      return { id, name, size: total, sha256: sha256.toString('hex'), path: uploadFolder.path(id) }
    },
    readThrough(rules) {
      through = rules
    },
    async keepUpload({ userId }, { hash, name, chunks }) {
      const file = await receiveUpload({ userId, hash }, undefined, { name, chunks, release: () => {} })
      return { id: file!.id, bytes: file!.total }
    },
    pin: (tx, fileId, untilMs) => pinTemporaryFile(tx, fileId, new Date(untilMs)),
    sweep: () => janitor.sweep(),
    periodic: [janitor.periodic, texts.periodic],
    async close() {
      await texts.close()
      await blobs.close()
    },
  }
}
