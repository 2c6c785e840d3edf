// Reports changed elements, and jobs on elements, to the clients that watch them.
import type { Reader } from '../../foundation/db/database.ts'
import { byTurn, byVersion, type LiveSource } from '../../foundation/live/index.ts'
import { changedApplications, jobVersions } from './live.store.ts'

export { ownJobs } from './live.store.ts'

/**
 * Returns two sources of changes: `application` reports the ids of applications whose elements have changed, and `job`
 * reports imports and jobs on elements.
 */
export function dataLiveSources(reader: Reader): readonly LiveSource[] {
  return [
    byTurn('application', (from) => changedApplications(reader, from)),
    byVersion('job', (ids) => jobVersions(reader, ids)),
  ]
}
