// Reports changed elements and imports to the clients that watch them.
import type { Reader } from '../../foundation/db/database.ts'
import type { LiveSource } from '../../foundation/live/index.ts'
import { changedApplications, importVersions } from './live.store.ts'

export { ownImports } from './live.store.ts'

/**
 * Returns two sources of changes: `application` reports the ids of applications whose elements have changed, and `job`
 * reports imports.
 */
export function dataLiveSources(reader: Reader): readonly LiveSource[] {
  return [
    { kind: 'application', changes: (range) => changedApplications(reader, range) },
    { kind: 'job', versions: (ids) => importVersions(reader, ids) },
  ]
}
