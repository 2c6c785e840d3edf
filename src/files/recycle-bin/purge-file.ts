import { deleteGrantsOf } from '../../access/index.ts'
import { recordAudit } from '../../foundation/audit/index.ts'
import type { Database } from '../../foundation/db/database.ts'
import type { Clock } from '../../foundation/kit/clock.ts'
import type { Caller } from '../../people/index.ts'
import type { FileEvents } from '../file-events.ts'
import { filesSpace } from '../rights.store.ts'
import { lockDeleted, purgeFile } from './recycle-bin.store.ts'

export interface RecycleBinDeps {
  readonly events: FileEvents
  readonly database: Database
  readonly clock: Clock
}

/**
 * Creates the function that removes a deleted file permanently. The function returns false when the file is not in the
 * bin, or, with `before`, when the file was deleted later, an element names it, or a legal hold keeps it.
 */
export function createPurge({ database, events }: Pick<RecycleBinDeps, 'database' | 'events'>) {
  return (caller: Caller, id: string, before?: Date): Promise<boolean> =>
    database.transaction(async (tx) => {
      const held = await lockDeleted(tx, id, before)
      if (held === undefined) return false
      await events.purged(tx, caller, id)
      await deleteGrantsOf(tx, filesSpace, id)
      await purgeFile(tx, id)
      const { name, directory } = held
      await recordAudit(tx, caller, { object: `file:${id}`, before: { name, directory, deleted: true } })
      return true
    })
}
