import { recordAudit } from '../../audit/index.ts'
import type { Tx } from '../../db/database.ts'
import { newId } from '../../kit/ids.ts'
import type { Caller } from '../../people/index.ts'
import { holdDirectory } from '../directories/directories.store.ts'
import { directoryMissing } from '../directories/directories.ts'
import { uploadNotFound } from '../errors.ts'
import { deleteUnpinned, holdTemporaryFile, type TemporaryFile } from '../temporary-files.store.ts'
import { insertFile, insertVersion, type NewVersion } from './files.store.ts'
import { freeNames } from './free-name.ts'
import { type ByteRooms, createPutBytes } from './put-bytes.ts'

export type KeepDeps = ByteRooms

/** An upload whose bytes are in their place already. */
export interface ReadyUpload {
  /** That the file will have. */
  readonly id: string
  readonly upload: TemporaryFile
  readonly version: Omit<NewVersion, 'file' | 'no'>
}

export interface Keep {
  ready(upload: TemporaryFile): Promise<ReadyUpload>
  /** Writes the file; true when the upload is used up by that. */
  write(tx: Tx, caller: Caller, file: ReadyUpload, directory: string, name: string): Promise<boolean>
  /** Once it is committed. */
  done(file: ReadyUpload, isUsedUp: boolean): Promise<void>
}

/**
 * Makes complete uploads files of directories. Bytes come before rows, so whatever is cut off leaves either a file with
 * its bytes, or bytes that nothing names and that the janitor removes.
 */
export function createKeep(deps: KeepDeps & { onKept: () => void }): Keep {
  const { disk, clock, quota, onKept } = deps
  const putBytes = createPutBytes(deps)
  const now = (): Date => new Date(clock.nowMs())

  async function write(tx: Tx, caller: Caller, { id, upload, version }: ReadyUpload, directory: string, name: string) {
    if (!(await holdTemporaryFile(tx, upload.id))) throw uploadMissing(upload.hash)
    const chosen = await insert(tx, caller, { id, directory, wanted: name, upload })
    await insertVersion(tx, { file: id, no: 1, ...version }, caller.userId, now())
    await recordAudit(tx, caller, {
      object: `file:${id}`,
      after: { name: chosen, directory, size: version.size, sha256: version.sha256.toString('hex') },
    })
    const isUsedUp = await deleteUnpinned(tx, upload.id, now())
    // What is used up was counted before.
    if (!isUsedUp) await quota.check(tx, caller.userId, version.size)
    return isUsedUp
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

  return {
    ready: async (upload) => ({ id: newId(clock.nowMs()), upload, version: await putBytes(upload) }),
    write,
    async done({ upload }, isUsedUp) {
      onKept()
      if (isUsedUp) await disk.remove(upload.id)
    },
  }
}

export function uploadMissing(hash: string): Error {
  return uploadNotFound(`upload or file ${hash.slice(0, 100)} not found`)
}
