import { deleteGrantsOf } from '../../access/index.ts'
import { recordAudit } from '../../foundation/audit/index.ts'
import type { Database } from '../../foundation/db/database.ts'
import type { Clock } from '../../foundation/kit/clock.ts'
import { nilId } from '../../foundation/kit/ids.ts'
import type { Log } from '../../foundation/kit/log.ts'
import { type Caller, systemCaller } from '../../people/index.ts'
import type { FileEvents } from '../file-events.ts'
import { filesSpace } from '../rights.store.ts'
import { expiredDeleted, lockDeleted, purgeFile } from './recycle-bin.store.ts'

export interface RecycleBinDeps {
  readonly events: FileEvents
  readonly database: Database
  readonly clock: Clock
}

const dayMs = 24 * 60 * 60_000
/**
 * The maximum number of files removed per sweep. Each file is removed in its own transaction, so that locks are short
 * and one failure does not stop the rest.
 */
const maxFiles = 1000

/**
 * Removes a deleted file permanently. Returns false when the file is not in the bin, or, with `before`, when the file
 * was deleted later, an element names it, or a legal hold keeps it.
 */
export function purge(
  { database, events }: Pick<RecycleBinDeps, 'database' | 'events'>,
  caller: Caller,
  id: string,
  before?: Date,
): Promise<boolean> {
  return database.transaction(async (tx) => {
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

/**
 * Permanently removes up to 1,000 files that have been in the recycle bin for more than `days` days; none when `days`
 * is 0. Files that an element names or a legal hold keeps stay in the bin.
 */
export async function purgeExpired(deps: RecycleBinDeps & { log: Log; days: number }): Promise<void> {
  const { database, clock, log, days } = deps
  if (days === 0) return
  const before = new Date(clock.nowMs() - days * dayMs)
  for (const id of await expiredDeleted(database.reader, before, maxFiles))
    await purge(deps, systemCaller(nilId), id, before).catch((error) =>
      log('warn', 'a file of the recycle bin could not be removed', { file: id, error }),
    )
}
