import type { Database } from '../../../foundation/db/database.ts'
import type { Application } from '../application.ts'
import { keepIndexes } from './indexes.ts'
import { keepSearchIndexes } from './search-indexes.ts'

const latest = new WeakMap<Database, Promise<void>>()

/**
 * Builds every index that the definitions ask for and drops the others. Calls run one after the other, because two
 * builds on one table can block each other; each call uses the definitions at its start. `signal` stops the work after
 * the current statement.
 */
export function keepAllIndexes(
  database: Database,
  applications: () => readonly Application[],
  signal?: AbortSignal,
): Promise<void> {
  const before = latest.get(database) ?? Promise.resolve()
  const own = before
    .catch(() => {})
    .then(async () => {
      if (signal?.aborted) return
      await keepIndexes(database, applications, signal)
      await keepSearchIndexes(database, applications, signal)
    })
  latest.set(database, own)
  return own
}
