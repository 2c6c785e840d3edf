import type { Database } from '../../../foundation/db/database.ts'
import type { PeriodicJob } from '../../../foundation/jobs/index.ts'
import { deleteOldChains } from './chains.store.ts'

const everyMs = 3_600_000

/** Returns the periodic job that deletes the places of instances in chains when they no longer count. */
export function createForgetChains({ database }: { readonly database: Database }): PeriodicJob {
  return {
    name: 'forget chains of instances',
    everyMs,
    on: 'one node',
    run: () => deleteOldChains(database.single),
  }
}
