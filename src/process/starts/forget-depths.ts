import type { Database } from '../../foundation/db/database.ts'
import type { PeriodicJob } from '../../foundation/jobs/index.ts'
import type { Clock } from '../../foundation/kit/clock.ts'
import { deleteOldDepths } from './starts.store.ts'

const everyMs = 3_600_000
/** How long the depth of an ended instance is kept, because its element events may be read late. */
const retentionMs = 7 * 86_400_000

/** Returns the periodic job that deletes obsolete lengths of chains of starts. */
export function createForgetDepths({
  database,
  clock,
}: {
  readonly database: Database
  readonly clock: Clock
}): PeriodicJob {
  return {
    name: 'forget lengths of start chains',
    everyMs,
    on: 'one node',
    run: () => deleteOldDepths(database.single, new Date(clock.nowMs() - retentionMs)),
  }
}
