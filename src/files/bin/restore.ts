import { recordAudit } from '../../foundation/audit/index.ts'
import type { Caller } from '../../people/index.ts'
import { holdDirectory } from '../directories/directories.store.ts'
import { directoryMissing, fileMissing } from '../missing.ts'
import { holdFile } from '../permanent/files.store.ts'
import { freeNames } from '../permanent/free-name.ts'
import { holdDeleted, restoreFile } from './bin.store.ts'
import type { BinDeps } from './purge.ts'

/**
 * Creates the function that restores a deleted file into its directory. A deleted file cannot be moved, so this is the
 * directory from which it was deleted.
 */
export function createRestore({ database, clock, tell }: BinDeps) {
  return (caller: Caller, { id, directory }: { id: string; directory: string }): Promise<void> =>
    database.transaction(async (tx) => {
      const around = await holdDirectory(tx, directory, 'alone')
      if (around === undefined) throw directoryMissing(directory)
      const held = await holdDeleted(tx, id)
      if (held === undefined) {
        // A concurrent request may have restored or purged the file.
        if ((await holdFile(tx, id)) === undefined) throw fileMissing(id)
        return
      }
      const { value: free } = await freeNames(tx, { id: directory, ...around }, id, held.name).next()
      await restoreFile(tx, id, free!, caller.userId, new Date(clock.nowMs()))
      await recordAudit(tx, caller, { object: `file:${id}`, after: { name: free!.name, directory } })
      await tell.restored(tx, caller, id)
    })
}
