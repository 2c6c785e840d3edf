import { recordAudit } from '../../foundation/audit/index.ts'
import type { Tx } from '../../foundation/db/database.ts'
import { newId } from '../../foundation/kit/ids.ts'
import type { Caller } from '../../people/index.ts'
import { lockDirectory } from '../directories/directories.store.ts'
import { nameKey } from '../directories/entry-names.ts'
import { unknownDirectory, unknownUpload } from '../not-found.ts'
import { deleteUnpinned, lockTemporaryFile, type TemporaryFile } from '../uploads/temporary-files.store.ts'
import { insertFile, insertVersion, type NewVersion } from './files.store.ts'
import { freeNames } from './free-names.ts'
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

/**
 * Turns complete uploads into files of directories in three steps: before, in and after a transaction. Bytes are stored
 * before rows, so a crash leaves either a file with its bytes or unreferenced bytes, which the janitor removes.
 */
export interface PersistUpload {
  /** Stores the bytes of an upload in the blob store; call before the transaction. */
  store(upload: CompleteUpload): Promise<StoredUpload>
  /** Writes the rows of a file whose upload has no row of its own. */
  writeUnlisted(tx: Tx, caller: Caller, file: StoredUpload, location: FileLocation): Promise<void>
  /** Writes the rows of a file. Returns whether its upload was deleted; a pinned upload stays. */
  write(tx: Tx, caller: Caller, file: StoredUpload, location: FileLocation): Promise<boolean>
  /** Removes the bytes of a deleted upload from the upload folder; call after the transaction is committed. */
  finish(file: StoredUpload, isUploadDeleted: boolean): Promise<void>
}

/** Creates the three steps. Each call of `finish` also calls `onNewContent`. */
export function createPersistUpload(deps: BlobDeps & { onNewContent: () => void }): PersistUpload {
  const { uploadFolder, clock, quota, onNewContent } = deps
  const putBlob = createPutBlob(deps)
  const now = (): Date => new Date(clock.nowMs())

  async function writeUnlisted(tx: Tx, caller: Caller, file: StoredUpload, location: FileLocation): Promise<void> {
    const { id, version } = file
    const name = await insertNamed(tx, caller, file, location)
    await insertVersion(tx, { file: id, no: 1, ...version }, caller.userId, now())
    await recordAudit(tx, caller, {
      object: `file:${id}`,
      after: { name, directory: location.directory, size: version.size, sha256: version.sha256.toString('hex') },
    })
  }

  async function write(tx: Tx, caller: Caller, file: StoredUpload, location: FileLocation): Promise<boolean> {
    const { upload, version } = file
    if (!(await lockTemporaryFile(tx, upload.id))) throw unknownUpload(upload.hash)
    await writeUnlisted(tx, caller, file, location)
    const isDeleted = await deleteUnpinned(tx, upload.id, now())
    // Uploads count for the quota, so the user's usage only grows when the upload stays.
    if (!isDeleted) await quota.check(tx, caller.userId, version.size)
    return isDeleted
  }

  /** Inserts the file under the wanted name, or a numbered one when it is taken; returns the name. */
  async function insertNamed(
    tx: Tx,
    caller: Caller,
    { id, upload }: StoredUpload,
    location: FileLocation,
  ): Promise<string> {
    const { directory, name: wanted } = location
    const locked = await lockDirectory(tx, directory)
    if (locked === undefined) throw unknownDirectory(directory)
    const file = { id, directory, originalName: upload.name, hash: upload.hash }
    // The wanted name is tried first, since it is usually free.
    const plain = { name: wanted, nameKey: locked.uniqueNames ? nameKey(wanted) : null }
    if (await insertFile(tx, { ...file, ...plain }, caller.userId, now())) return wanted
    for await (const free of freeNames(tx, { id: directory, ...locked }, id, wanted)) {
      if (await insertFile(tx, { ...file, ...free }, caller.userId, now())) return free.name
    }
    throw new Error('freeNames ended without an error')
  }

  return {
    store: async (upload) => ({ id: newId(clock.nowMs()), upload, version: await putBlob(upload) }),
    write,
    writeUnlisted,
    async finish({ upload }, isUploadDeleted) {
      onNewContent()
      if (isUploadDeleted) await uploadFolder.remove(upload.id)
    },
  }
}
