import type { Transaction } from '../../foundation/db/database.ts'
import type { UnitOfWork } from '../../foundation/db/unit-of-work.ts'
import type { Caller } from '../../people/index.ts'
import type { FieldUpload } from '../../values/index.ts'
import { readName } from '../directories/entry-names.ts'
import { unknownUpload } from '../not-found.ts'
import { fileByHash } from '../permanent/files.store.ts'
import type { PersistUpload, StoredUpload } from '../permanent/persist-upload.ts'
import type { BlobDeps } from '../permanent/put-blob.ts'
import type { Seeing } from '../rights.store.ts'
import { temporaryFile } from '../uploads/temporary-files.store.ts'
import { type ElementAddress, elementFolder } from './element-folder.store.ts'

/** Uploads that become files of an element in the same transaction that writes the element. */
interface Attached {
  /**
   * Returns the id of the file that the upload becomes, or of the file that it became when it was attached before.
   */
  idOf(upload: FieldUpload): string
  /**
   * Creates files for the new uploads in the folder of the element. Also deletes the rows of the uploads that are not
   * pinned; the bytes of deleted uploads are removed from the upload folder after the commit.
   */
  write(tx: Transaction, element: ElementAddress): Promise<void>
}

/**
 * Copies the bytes of the uploads into the permanent store, outside of any transaction. Throws a 404 when the caller
 * has neither an upload nor a file of their own for one of the hashes.
 */
export type Attach = (unit: UnitOfWork, caller: Caller, uploads: readonly FieldUpload[]) => Promise<Attached>

interface AttachDeps extends Pick<BlobDeps, 'clock'> {
  readonly seeing: Seeing
  readonly persist: PersistUpload
}

export function createAttach({ clock, seeing, persist }: AttachDeps): Attach {
  const now = (): Date => new Date(clock.nowMs())

  /**
   * Stores the bytes of the upload and returns the upload, or returns the id of the file that the upload became
   * earlier.
   */
  async function storedOf(
    unit: UnitOfWork,
    caller: Caller,
    { hash, name }: FieldUpload,
  ): Promise<NamedUpload | string> {
    const upload = await temporaryFile(unit.reader, caller.userId, hash, now())
    if (upload?.sha256) {
      const stored = await unit.outside(`upload ${upload.id}`, () => persist.store(upload))
      return { ...stored, name: readName(name ?? upload.name) }
    }
    // The upload may have become a file in an earlier attempt whose answer was lost, or earlier in the transaction.
    const before = await fileByHash(unit.reader, seeing(caller), hash)
    if (before?.view.__createdBy !== caller.userId) throw unknownUpload(hash)
    return before.view.__id
  }

  return async (unit, caller, uploads) => {
    const files = new Map<string, NamedUpload | string>()
    for (const upload of uploads) {
      if (!files.has(upload.hash)) files.set(upload.hash, await storedOf(unit, caller, upload))
    }
    const stored = [...files.values()].filter((file) => typeof file !== 'string')
    return {
      idOf({ hash }) {
        const file = files.get(hash)!
        return typeof file === 'string' ? file : file.id
      },
      async write(tx, element) {
        const folder = stored.length === 0 ? '' : await elementFolder(tx, element, now())
        for (const file of stored) {
          const { isUploadDeleted } = await persist.write(tx, caller, file, { directory: folder, name: file.name })
          tx.afterCommit(() => persist.finish(file, isUploadDeleted))
        }
      },
    }
  }
}

interface NamedUpload extends StoredUpload {
  readonly name: string
}
