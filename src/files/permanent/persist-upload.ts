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

/** A complete upload; `id` is the name of its file on the disk. */
export type CompleteUpload = Pick<TemporaryFile, 'id' | 'hash' | 'name' | 'total' | 'sha256'>

/** An upload whose bytes are already in the permanent store. */
export interface ReadyUpload {
  /** The id of the future file. */
  readonly id: string
  readonly upload: CompleteUpload
  readonly version: Omit<NewVersion, 'file' | 'no'>
}

export interface PersistUpload {
  ready(upload: CompleteUpload): Promise<ReadyUpload>
  /** Writes the rows of a file whose upload has no row of its own. */
  writeNew(tx: Tx, caller: Caller, file: ReadyUpload, directory: string, name: string): Promise<void>
  /** Writes the rows of a file. Returns whether its upload was deleted; a pinned upload stays. */
  write(tx: Tx, caller: Caller, file: ReadyUpload, directory: string, name: string): Promise<boolean>
  /** Finishes a file; call after the transaction is committed. */
  done(file: ReadyUpload, isUsedUp: boolean): Promise<void>
}

/**
 * Creates the functions that turn complete uploads into files of directories. Bytes are stored before rows, so a crash
 * leaves either a file with its bytes or unreferenced bytes, which the janitor removes.
 */
export function createPersistUpload(deps: BlobDeps & { onKept: () => void }): PersistUpload {
  const { uploadFolder, clock, quota, onKept } = deps
  const putBlob = createPutBlob(deps)
  const now = (): Date => new Date(clock.nowMs())

  async function writeNew(tx: Tx, caller: Caller, file: ReadyUpload, directory: string, name: string): Promise<void> {
    const { id, upload, version } = file
    const chosen = await insert(tx, caller, { id, directory, wanted: name, upload })
    await insertVersion(tx, { file: id, no: 1, ...version }, caller.userId, now())
    await recordAudit(tx, caller, {
      object: `file:${id}`,
      after: { name: chosen, directory, size: version.size, sha256: version.sha256.toString('hex') },
    })
  }

  async function write(tx: Tx, caller: Caller, file: ReadyUpload, directory: string, name: string): Promise<boolean> {
    const { upload, version } = file
    if (!(await lockTemporaryFile(tx, upload.id))) throw unknownUpload(upload.hash)
    await writeNew(tx, caller, file, directory, name)
    const isUsedUp = await deleteUnpinned(tx, upload.id, now())
    // Uploads count for the quota, so the user's usage only grows when the upload is kept.
    if (!isUsedUp) await quota.check(tx, caller.userId, version.size)
    return isUsedUp
  }

  async function insert(
    tx: Tx,
    caller: Caller,
    { id, directory, wanted, upload }: { id: string; directory: string; wanted: string; upload: CompleteUpload },
  ): Promise<string> {
    const held = await lockDirectory(tx, directory)
    if (held === undefined) throw unknownDirectory(directory)
    const file = { id, directory, originalName: upload.name, hash: upload.hash }
    // The wanted name is tried first, since it is usually free.
    const plain = { name: wanted, nameKey: held.uniqueNames ? nameKey(wanted) : null }
    if (await insertFile(tx, { ...file, ...plain }, caller.userId, now())) return wanted
    for await (const free of freeNames(tx, { id: directory, ...held }, id, wanted)) {
      if (await insertFile(tx, { ...file, ...free }, caller.userId, now())) return free.name
    }
    throw new Error('names never end without a refusal')
  }

  return {
    ready: async (upload) => ({ id: newId(clock.nowMs()), upload, version: await putBlob(upload) }),
    write,
    writeNew,
    async done({ upload }, isUsedUp) {
      onKept()
      if (isUsedUp) await uploadFolder.remove(upload.id)
    },
  }
}
