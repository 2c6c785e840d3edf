// Reports changed instances and tasks to the clients that watch them.
import type { Reader } from '../../../foundation/db/database.ts'
import type { LiveSource } from '../../../foundation/live/index.ts'
import { changedPerformers, instanceVersions } from './live.store.ts'

/**
 * Returns the sources of the processes. The ids of `tasks` are the ids of users, groups and positions, alone and with
 * the application of the task's element, as in `USER/APPLICATION`, and the applications of the elements, as in
 * `/APPLICATION`.
 */
export function processLiveSources(reader: Reader): readonly LiveSource[] {
  return [
    { kind: 'instance', versions: (ids) => instanceVersions(reader, ids) },
    { kind: 'tasks', changes: (range) => changedPerformers(reader, range) },
  ]
}
