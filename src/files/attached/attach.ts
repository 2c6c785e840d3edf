import type { Tx } from '../../db/database.ts'
import type { FieldUpload } from '../../fields/index.ts'
import type { Caller } from '../../people/index.ts'
import { uploadMissing } from '../missing.ts'
import { readName } from '../permanent/file-names.ts'
import { fileByHash } from '../permanent/files.store.ts'
import type { Keep, ReadyUpload } from '../permanent/keep-upload.ts'
import type { ByteDeps } from '../permanent/put-bytes.ts'
import type { Seeing } from '../rights.store.ts'
import { temporaryFile } from '../uploads/temporary-files.store.ts'
import { type ElementAddress, elementFolder } from './folders.store.ts'

/** Uploads that are to become files of an element, in the transaction that writes the element. */
export interface Attached {
  /** Of the file that the upload will be, or is already when it was attached before. */
  idOf(upload: FieldUpload): string
  /** Puts the new ones into the folder of the element. */
  write(tx: Tx, element: ElementAddress): Promise<void>
  /** When that is committed. */
  done(): Promise<void>
}

/** Gets the bytes into their place. Throws a 404 when the caller has no such upload and no file of it. */
export type Attach = (caller: Caller, uploads: readonly FieldUpload[]) => Promise<Attached>

interface AttachDeps extends Pick<ByteDeps, 'database' | 'clock'> {
  readonly seeing: Seeing
  readonly keep: Keep
}

export function createAttach({ database, clock, seeing, keep }: AttachDeps): Attach {
  const now = (): Date => new Date(clock.nowMs())

  async function readyOf(caller: Caller, { hash, name }: FieldUpload): Promise<ReadyFile | string> {
    const upload = await temporaryFile(database.reader, caller.userId, hash, now())
    if (upload?.sha256) return { ...(await keep.ready(upload)), name: readName(name ?? upload.name) }
    // The answer to the same request may have been lost.
    const before = await fileByHash(database.reader, seeing(caller), hash)
    if (before?.view.__createdBy !== caller.userId) throw uploadMissing(hash)
    return before.view.__id
  }

  return async (caller, uploads) => {
    const files = new Map<string, ReadyFile | string>()
    for (const upload of uploads) {
      if (!files.has(upload.hash)) files.set(upload.hash, await readyOf(caller, upload))
    }
    const ready = [...files.values()].filter((file) => typeof file !== 'string')
    const written = new Map<ReadyFile, boolean>()
    return {
      idOf({ hash }) {
        const file = files.get(hash)!
        return typeof file === 'string' ? file : file.id
      },
      async write(tx, element) {
        const folder = ready.length === 0 ? '' : await elementFolder(tx, element, now())
        for (const file of ready) written.set(file, await keep.write(tx, caller, file, folder, file.name))
      },
      async done() {
        for (const [file, isUsedUp] of written) await keep.done(file, isUsedUp)
      },
    }
  }
}

interface ReadyFile extends ReadyUpload {
  readonly name: string
}
