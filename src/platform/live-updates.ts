import { EventStreams } from '../api/event-streams/event-streams.ts'
import type { TopicRights } from '../api/event-streams/topics.ts'
import { type Apps, dataLiveSources, ownImports } from '../data/index.ts'
import type { Database } from '../foundation/db/database.ts'
import { rememberKey } from '../foundation/db/signing-key.ts'
import { type Jobs, jobVersions } from '../foundation/jobs/index.ts'
import type { Clock } from '../foundation/kit/clock.ts'
import { Live, presentTurn } from '../foundation/live/index.ts'
import { peopleLiveSources } from '../people/index.ts'
import { type Processes, processLiveSources } from '../process/index.ts'

export interface LiveUpdates {
  readonly live: Live
  readonly eventStreams: EventStreams
}

/** Connects the changes that the rooms report with the event streams. */
export function createLiveUpdates({
  database,
  clock,
  jobs,
  apps,
  processes,
}: {
  readonly database: Database
  readonly clock: Clock
  readonly jobs: Jobs
  readonly apps: Apps
  readonly processes: Pick<Processes, 'seenInstances'>
}): LiveUpdates {
  const { reader } = database
  const sources = [
    { kind: 'job', versions: (ids: readonly string[]) => jobVersions(reader, ids) },
    ...peopleLiveSources(reader, clock),
    ...dataLiveSources(reader),
    ...processLiveSources(reader),
  ]
  const live = new Live(sources, () => presentTurn(reader))
  const rights: TopicRights = {
    apps,
    seenInstances: processes.seenInstances,
    async seenJobs(caller, ids) {
      const { userId, administrator } = caller
      if (administrator || ids.length === 0) return new Set(ids)
      const own = [jobs.tracked.seen(caller, ids), ownImports(reader, userId, ids)]
      return new Set((await Promise.all(own)).flat())
    },
  }
  const checkpointKey = rememberKey(database, 'checkpoints')
  return { live, eventStreams: new EventStreams({ live, rights, reader, clock, checkpointKey }) }
}
