import { recordAudit } from '../../audit/index.ts'
import type { Tx } from '../../db/database.ts'
import { newId } from '../../kit/ids.ts'
import type { Caller } from '../../people/index.ts'
import { holdDirectory } from '../directories/directories.store.ts'
import { directoryMissing } from '../directories/directories.ts'
import { uploadNotFound } from '../errors.ts'
import { deleteUnpinned, holdTemporaryFile, type TemporaryFile } from '../temporary-files.store.ts'
import { insertFile, insertVersion } from './files.store.ts'
import { freeNames } from './free-name.ts'
import { type ByteRooms, createPutBytes } from './put-bytes.ts'

export type KeepDeps = ByteRooms

/**
 * Makes a complete upload a file of a directory; gives its id. Bytes come before rows, so whatever is cut off leaves
 * either a file with its bytes, or bytes that nothing names and that the janitor removes.
 */
export function createKeep(deps: KeepDeps) {
  const { database, disk, clock, quota } = deps
  const putBytes = createPutBytes(deps)
  const now = (): Date => new Date(clock.nowMs())

  return async (caller: Caller, upload: TemporaryFile, directory: string, name: string): Promise<string> => {
    const version = await putBytes(upload)
    const id = newId(clock.nowMs())
    const isUsedUp = await database.transaction(async (tx) => {
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
    })
    if (isUsedUp) await disk.remove(upload.id)
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
}

export function uploadMissing(hash: string): Error {
  return uploadNotFound(`upload or file ${hash.slice(0, 100)} not found`)
}
