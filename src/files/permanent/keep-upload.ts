import { recordAudit } from '../../audit/index.ts'
import type { Database, Tx } from '../../db/database.ts'
import type { Clock } from '../../kit/clock.ts'
import { newId } from '../../kit/ids.ts'
import type { Caller } from '../../people/index.ts'
import { announceBlob } from '../bytes/blobs.store.ts'
import type { ByteStore } from '../bytes/byte-store.ts'
import { tryBytes } from '../bytes/try-bytes.ts'
import { holdDirectory } from '../directories/directories.store.ts'
import { directoryMissing } from '../directories/directories.ts'
import type { Disk } from '../disk.ts'
import { uploadNotFound } from '../errors.ts'
import { deleteUnpinned, holdTemporaryFile, type TemporaryFile } from '../temporary-files.store.ts'
import { insertFile, insertVersion } from './files.store.ts'
import { freeNames } from './free-name.ts'
import { mediaTypeAt } from './media-type.ts'

export interface KeepDeps {
  readonly database: Database
  readonly disk: Disk
  readonly bytes: ByteStore
  readonly clock: Clock
  /** Called when a file is there whose text may be taken out. */
  readonly onKept: () => void
}

/**
 * Makes a complete upload a file of a directory; gives its id. Bytes come before rows, so whatever is cut off leaves
 * either a file with its bytes, or bytes that nothing names and that the janitor removes.
 */
export function createKeep({ database, disk, bytes, clock, onKept }: KeepDeps) {
  const now = (): Date => new Date(clock.nowMs())

  return async (caller: Caller, upload: TemporaryFile, directory: string, name: string): Promise<string> => {
    const { id: uploadId, total: size, hash } = upload
    const sha256 = upload.sha256!
    await announceBlob(database.single, sha256, size, now())
    const mime = await kept(async () => {
      const type = await mediaTypeAt(disk.path(uploadId))
      await bytes.keep(sha256.toString('hex'), disk.path(uploadId), size)
      return type
    })
    const id = newId(clock.nowMs())
    const isUsedUp = await database.transaction(async (tx) => {
      if (!(await holdTemporaryFile(tx, uploadId))) throw uploadMissing(hash)
      const chosen = await insert(tx, caller, { id, directory, wanted: name, upload })
      await insertVersion(tx, { file: id, no: 1, sha256, size, mime }, caller.userId, now())
      await recordAudit(tx, caller, {
        object: `file:${id}`,
        after: { name: chosen, directory, size, sha256: sha256.toString('hex') },
      })
      return deleteUnpinned(tx, uploadId, now())
    })
    onKept()
    if (isUsedUp) await disk.remove(uploadId)
    return id
  }

  async function insert(
    tx: Tx,
    caller: Caller,
    { id, directory, wanted, upload }: { id: string; directory: string; wanted: string; upload: TemporaryFile },
  ): Promise<string> {
    const held = await holdDirectory(tx, directory)
    if (held === undefined) throw directoryMissing(directory)
    for await (const { name, nameKey } of freeNames(tx, { id: directory, ...held }, id, wanted)) {
      const file = { id, directory, name, nameKey, originalName: upload.name, hash: upload.hash }
      if (await insertFile(tx, file, caller.userId, now())) return name
    }
    throw new Error('names never end without a refusal')
  }

  /** What was swept while it was being read is gone. */
  async function kept<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await tryBytes(work)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
      throw uploadNotFound('this upload has expired', {}, { cause: error })
    }
  }
}

export function uploadMissing(hash: string): Error {
  return uploadNotFound(`upload or file ${hash.slice(0, 100)} not found`)
}
