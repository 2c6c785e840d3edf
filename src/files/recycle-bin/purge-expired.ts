import { nilId } from '../../foundation/kit/ids.ts'
import type { Log } from '../../foundation/kit/log.ts'
import { systemCaller } from '../../people/index.ts'
import { createPurge, type RecycleBinDeps } from './purge-file.ts'
import { expiredDeleted } from './recycle-bin.store.ts'

const dayMs = 24 * 60 * 60_000
/**
 * The maximum number of files removed per sweep. Each file is removed in its own transaction, so that locks are short
 * and one failure does not stop the rest.
 */
const maxFiles = 1000

/**
 * Creates the sweep that permanently removes files that have been in the recycle bin for more than `days` days. 0
 * disables the sweep.
 */
export function createPurgeExpired(deps: RecycleBinDeps & { log: Log; days: number }): () => Promise<void> {
  const { database, clock, log, days } = deps
  const purge = createPurge(deps)
  return async () => {
    if (days === 0) return
    const before = new Date(clock.nowMs() - days * dayMs)
    for (const id of await expiredDeleted(database.reader, before, maxFiles))
      await purge(systemCaller(nilId), id, before).catch((error) =>
        log('warn', 'a file of the recycle bin could not be removed', { file: id, error }),
      )
  }
}
