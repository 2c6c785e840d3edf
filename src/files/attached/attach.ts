import type { Transaction } from '../../foundation/db/database.ts'
import type { UnitOfWork } from '../../foundation/db/unit-of-work.ts'
import type { Caller } from '../../people/index.ts'
import type { FieldUpload } from '../../query/fields/index.ts'
import { uploadMissing } from '../missing.ts'
import { readName } from '../permanent/file-names.ts'
import { fileByHash } from '../permanent/files.store.ts'
import type { Keep, ReadyUpload } from '../permanent/keep-upload.ts'
import type { ByteDeps } from '../permanent/put-bytes.ts'
import type { Seeing } from '../rights.store.ts'
import { temporaryFile } from '../uploads/temporary-files.store.ts'
import { type ElementAddress, elementFolder } from './folders.store.ts'

/** Uploads that become files of an element in the same transaction that writes the element. */
export interface Attached {
  /** Returns the id of the file that the upload becomes, or has become when it was attached before. */
  idOf(upload: FieldUpload): string
  /** Creates files for the new uploads in the folder of the element. The uploads are removed after the commit. */
  write(tx: Transaction, element: ElementAddress): Promise<void>
}

/**
 * Copies the bytes of the uploads into the permanent store, outside of any transaction. Throws a 404 when the caller
 * has neither an upload nor a file for one of the hashes.
 */
export type Attach = (unit: UnitOfWork, caller: Caller, uploads: readonly FieldUpload[]) => Promise<Attached>

interface AttachDeps extends Pick<ByteDeps, 'clock'> {
  readonly seeing: Seeing
  readonly keep: Keep
}

export function createAttach({ clock, seeing, keep }: AttachDeps): Attach {
  const now = (): Date => new Date(clock.nowMs())

  async function readyOf(unit: UnitOfWork, caller: Caller, { hash, name }: FieldUpload): Promise<ReadyFile | string> {
    const upload = await temporaryFile(unit.reader, caller.userId, hash, now())
    if (upload?.sha256) {
      const ready = await unit.outside(`upload ${upload.id}`, () => keep.ready(upload))
      return { ...ready, name: readName(name ?? upload.name) }
    }
    // The upload may have become a file in an earlier attempt whose answer was lost, or earlier in the transaction.
    const before = await fileByHash(unit.reader, seeing(caller), hash)
    if (before?.view.__createdBy !== caller.userId) throw uploadMissing(hash)
    return before.view.__id
  }

  return async (unit, caller, uploads) => {
    const files = new Map<string, ReadyFile | string>()
    for (const upload of uploads) {
      if (!files.has(upload.hash)) files.set(upload.hash, await readyOf(unit, caller, upload))
    }
    const ready = [...files.values()].filter((file) => typeof file !== 'string')
    return {
      idOf({ hash }) {
        const file = files.get(hash)!
        return typeof file === 'string' ? file : file.id
      },
      async write(tx, element) {
        const folder = ready.length === 0 ? '' : await elementFolder(tx, element, now())
        for (const file of ready) {
          const isUsedUp = await keep.write(tx, caller, file, folder, file.name)
          tx.afterCommit(() => keep.done(file, isUsedUp))
        }
      },
    }
  }
}

interface ReadyFile extends ReadyUpload {
  readonly name: string
}
