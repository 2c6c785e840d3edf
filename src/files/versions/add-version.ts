import { recordAudit } from '../../foundation/audit/index.ts'
import type { Tx } from '../../foundation/db/database.ts'
import type { Caller } from '../../people/index.ts'
import { lockDirectory } from '../directories/directories.store.ts'
import { versionChanged } from '../errors.ts'
import type { FileEvents } from '../file-events.ts'
import { unknownDirectory, unknownFile, unknownUpload } from '../not-found.ts'
import { type FreeName, freeNames } from '../permanent/free-names.ts'
import { insertVersion, type NewVersion } from '../permanent/insert-file.store.ts'
import { type BlobDeps, createPutBlob } from '../permanent/put-blob.ts'
import { deleteUnpinned, lockTemporaryFile, type TemporaryFile } from '../uploads/temporary-files.store.ts'
import { type LockedFile, lockForVersion, setVersion, versionOf } from './versions.store.ts'

export interface NextVersion {
  /** The id of the file, and its directory when the right was checked. */
  readonly file: { readonly id: string; readonly directory: string }
  readonly upload: TemporaryFile
  /** The new name of the file; undefined to keep the name. */
  readonly name?: string | undefined
  readonly expectedVersion?: number | undefined
}

/**
 * Creates the function that turns an upload into the next version of a file and returns its number. When the content
 * equals that of the current version, it returns the current number.
 */
export function createAddVersion(deps: BlobDeps & { events: FileEvents }) {
  const { database, uploadFolder, clock, quota, events } = deps
  const putBlob = createPutBlob(deps)
  const now = (): Date => new Date(clock.nowMs())

  return async (caller: Caller, next: NextVersion): Promise<number> => {
    const { file, upload } = next
    const content = await putBlob(upload)
    const { no, isUsedUp } = await database.transaction(async (tx) => {
      if (!(await lockTemporaryFile(tx, upload.id))) throw unknownUpload(upload.hash)
      const { free, ...held } = await hold(tx, next)
      const current = (await versionOf(tx, file.id, held.version))!
      if (current.sha256 === content.sha256.toString('hex')) return { no: current.no, isUsedUp: false }
      const version = { file: file.id, no: current.no + 1, ...content }
      await insertVersion(tx, version, caller.userId, now())
      await setVersion(tx, { id: file.id, no: version.no, free }, caller.userId, now())
      await recordAudit(tx, caller, {
        object: `file:${file.id}`,
        before: { name: held.name, version: current.no, size: current.size, sha256: current.sha256 },
        after: { name: free?.name ?? held.name, ...auditView(version) },
      })
      await events.versionAdded(tx, caller, { file: file.id, no: version.no, before: current.no })
      const isUsedUp = await deleteUnpinned(tx, upload.id, now())
      // Uploads count for the quota, so the user's usage only grows when the upload is kept.
      if (!isUsedUp) await quota.check(tx, caller.userId, version.size)
      return { no: version.no, isUsedUp }
    })
    if (isUsedUp) await uploadFolder.remove(upload.id)
    return no
  }
}

const auditView = ({ no, size, sha256 }: NewVersion) => ({ version: no, size, sha256: sha256.toString('hex') })

/**
 * Locks the file and returns it, with a free name when the name changes. In that case, the directory is locked first.
 */
async function hold(tx: Tx, next: NextVersion): Promise<LockedFile & { free?: FreeName }> {
  const { file, name, expectedVersion } = next
  const around = name === undefined ? undefined : await lockDirectory(tx, file.directory, 'exclusive')
  const held = await lockForVersion(tx, file.id)
  if (held === undefined) throw unknownFile(file.id)
  if (expectedVersion !== undefined && expectedVersion !== held.version)
    throw versionChanged(`the file has version ${held.version}, not ${expectedVersion}`, { version: held.version })
  if (name === undefined || name === held.name) return held
  if (held.directory !== file.directory) throw versionChanged('the file was moved at the same time; try again')
  if (around === undefined) throw unknownDirectory(file.directory)
  const { value: free } = await freeNames(tx, { id: file.directory, ...around }, file.id, name).next()
  return { ...held, free: free! }
}
