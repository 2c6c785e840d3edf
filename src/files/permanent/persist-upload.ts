import type { Tx } from '../../foundation/db/database.ts'
import { keepKey } from '../../foundation/idempotency/index.ts'
import { toWireTime } from '../../foundation/kit/clock.ts'
import { newId } from '../../foundation/kit/ids.ts'
import type { Caller } from '../../people/index.ts'
import type { FileView } from '../file-view.ts'
import { unknownDirectory, unknownUpload } from '../not-found.ts'
import type { TemporaryFile } from '../uploads/temporary-files.store.ts'
import { freeNames } from './free-names.ts'
import { insertFile, type NewFile, type NewVersion } from './insert-file.store.ts'
import { type BlobDeps, createPutBlob } from './put-blob.ts'

/** A complete upload; `id` is the name of its file in the upload folder. */
type CompleteUpload = Pick<TemporaryFile, 'id' | 'hash' | 'name' | 'total' | 'sha256'>

/** An upload whose bytes are already in the blob store. */
export interface StoredUpload {
  /** The id of the future file. */
  readonly id: string
  readonly upload: CompleteUpload
  readonly version: Omit<NewVersion, 'file' | 'no'>
}

/** The directory and the wanted name of a file. */
interface FileLocation {
  readonly directory: string
  readonly name: string
}

interface WrittenFile {
  readonly view: FileView
  /** Whether the upload was deleted; a pinned upload stays. */
  readonly isUploadDeleted: boolean
}

/**
 * Turns complete uploads into files of directories in three steps. Bytes are stored before rows, so a crash leaves
 * either a file with its bytes or unreferenced bytes, which the janitor removes.
 */
export interface PersistUpload {
  /**
   * Stores the bytes of an upload in the blob store; call before the rows are written. `start` has the first bytes of
   * an upload that has no row of its own.
   */
  store(upload: CompleteUpload, start?: Buffer): Promise<StoredUpload>
  /** Writes the rows of a file in a transaction that also writes something else. */
  write(tx: Tx, caller: Caller, file: StoredUpload, location: FileLocation): Promise<WrittenFile>
  /** Writes the rows of a file in one statement, or in one transaction when a quota has to be checked with it. */
  writeAlone(caller: Caller, file: StoredUpload, location: FileLocation): Promise<WrittenFile>
  /** Like `writeAlone`, for an upload that has no row of its own. */
  writeUnlisted(caller: Caller, file: StoredUpload, location: FileLocation): Promise<FileView>
  /** Removes the bytes of a deleted upload from the upload folder; call after the rows are committed. */
  finish(file: StoredUpload, isUploadDeleted: boolean): Promise<void>
}

/** Creates the three steps. Each call of `finish` also calls `onNewContent`. */
export function createPersistUpload(deps: BlobDeps & { onNewContent: () => void }): PersistUpload {
  const { uploadFolder, clock, quota, onNewContent } = deps
  const putBlob = createPutBlob(deps)

  /**
   * Inserts the file under the wanted name, or a numbered one when it is taken. The wanted name is tried first, since
   * it is usually free. Each attempt is one statement, so `tx` may commit each statement by itself.
   */
  async function insert(
    tx: Tx,
    caller: Caller,
    { id, upload, version }: StoredUpload,
    { directory, name: wanted }: FileLocation,
    { isListed, once }: { isListed: boolean; once: Caller['once'] },
  ): Promise<WrittenFile> {
    const at = new Date(clock.nowMs())
    const file = { id, directory, originalName: upload.name, version, upload: isListed ? upload.id : undefined }
    const attempt = async (name: string) => {
      const { isInserted, ...outcome } = await insertFile(tx, caller, { ...file, name }, { at, once })
      if (!outcome.hasUpload) throw unknownUpload(upload.hash)
      if (outcome.uniqueNames === null) throw unknownDirectory(directory)
      const { isUploadDeleted } = outcome
      return isInserted ? { view: viewOf({ ...file, name }, caller, at), isUploadDeleted } : undefined
    }
    const written = await attempt(wanted)
    if (written !== undefined) return written
    for await (const { name } of freeNames(tx, { id: directory, uniqueNames: true }, id, wanted)) {
      const numbered = await attempt(name)
      if (numbered !== undefined) return numbered
    }
    throw new Error('freeNames ended without an error')
  }

  /** Writes a file whose upload has a row. Uploads count for the quota, so the usage grows only when the row stays. */
  async function writeListed(
    tx: Tx,
    caller: Caller,
    { file, location, once }: { file: StoredUpload; location: FileLocation; once: Caller['once'] },
  ): Promise<WrittenFile> {
    const written = await insert(tx, caller, file, location, { isListed: true, once })
    if (!written.isUploadDeleted) await quota.check(tx, caller.userId, file.version.size)
    return written
  }

  return {
    store: async (upload, start) => ({ id: newId(clock.nowMs()), upload, version: await putBlob(upload, start) }),
    async write(tx, caller, file, location) {
      // The transaction may write several objects for one request, so the key of the request may be stored already.
      if (caller.once !== undefined) await keepKey(tx, caller.once, file.id)
      return writeListed(tx, caller, { file, location, once: undefined })
    },
    writeAlone: (caller, file, location) =>
      quota.inStatement((tx) => writeListed(tx, caller, { file, location, once: caller.once })),
    async writeUnlisted(caller, file, location) {
      const work = (tx: Tx) => insert(tx, caller, file, location, { isListed: false, once: caller.once })
      return (await quota.addInStatement(caller.userId, file.version.size, work)).view
    },
    async finish({ upload }, isUploadDeleted) {
      onNewContent()
      if (isUploadDeleted) await uploadFolder.remove(upload.id)
    },
  }
}

/** Returns a new file as its creator sees it. */
function viewOf(
  { id, directory, name, originalName, version }: Omit<NewFile, 'upload'>,
  { userId }: Caller,
  at: Date,
): FileView {
  const time = toWireTime(at.getTime())
  return {
    __id: id,
    __name: name,
    name,
    originalName,
    hash: version.hash,
    directory,
    size: version.size,
    version: 1,
    __createdAt: time,
    __createdBy: userId,
    __updatedAt: time,
    __updatedBy: userId,
    __deletedAt: null,
  }
}
