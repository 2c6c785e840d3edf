import { recordAudit } from '../../foundation/audit/index.ts'
import type { Caller } from '../../people/index.ts'
import { lockDirectory } from '../directories/directories.store.ts'
import { unknownDirectory, unknownFile } from '../not-found.ts'
import { lockFile } from '../permanent/files.store.ts'
import { freeNames } from '../permanent/free-names.ts'
import type { RecycleBinDeps } from './purge-file.ts'
import { lockDeleted, restoreFile } from './recycle-bin.store.ts'

/**
 * Creates the function that restores a deleted file into its directory. A deleted file cannot be moved, so this is the
 * directory from which it was deleted.
 */
export function createRestore({ database, clock, events }: RecycleBinDeps) {
  return (caller: Caller, { id, directory }: { id: string; directory: string }): Promise<void> =>
    database.transaction(async (tx) => {
      const around = await lockDirectory(tx, directory, 'exclusive')
      if (around === undefined) throw unknownDirectory(directory)
      const held = await lockDeleted(tx, id)
      if (held === undefined) {
        // A concurrent request may have restored or purged the file.
        if ((await lockFile(tx, id)) === undefined) throw unknownFile(id)
        return
      }
      const { value: free } = await freeNames(tx, { id: directory, ...around }, id, held.name).next()
      await restoreFile(tx, { id, ...free! }, caller.userId, new Date(clock.nowMs()))
      await recordAudit(tx, caller, { object: `file:${id}`, after: { name: free!.name, directory } })
      await events.restored(tx, caller, id)
    })
}
