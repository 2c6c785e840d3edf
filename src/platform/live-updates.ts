import { createEventStreams, type EventStreams } from '../api/event-streams/event-streams.ts'
import type { TopicRights } from '../api/event-streams/topics.ts'
import { type Apps, dataLiveSources, ownJobs } from '../data/index.ts'
import type { Database } from '../foundation/db/database.ts'
import { rememberKey } from '../foundation/db/signing-key.ts'
import type { Clock } from '../foundation/kit/clock.ts'
import { createLive, type Live, presentTurn } from '../foundation/live/index.ts'
import { retentionLiveSources } from '../foundation/retention/index.ts'
import { peopleLiveSources } from '../people/index.ts'
import { ownBatches, type Processes, processLiveSources } from '../process/index.ts'

export interface LiveUpdates {
  readonly live: Live
  readonly eventStreams: EventStreams
}

/** Connects the changes that the rooms report with the event streams. */
export function createLiveUpdates({
  database,
  clock,
  apps,
  processes,
}: {
  readonly database: Database
  readonly clock: Clock
  readonly apps: Apps
  readonly processes: Pick<Processes, 'seenInstances'>
}): LiveUpdates {
  const { reader } = database
  const sources = [
    ...peopleLiveSources(reader, clock),
    ...dataLiveSources(reader),
    ...processLiveSources(reader),
    ...retentionLiveSources(reader),
  ]
  const live = createLive(sources, () => presentTurn(reader))
  const rights: TopicRights = {
    apps,
    seenInstances: processes.seenInstances,
    async seenJobs({ userId, administrator }, ids) {
      if (administrator || ids.length === 0) return new Set(ids)
      const [jobs, batches] = await Promise.all([ownJobs(reader, userId, ids), ownBatches(reader, userId, ids)])
      return new Set([...jobs, ...batches])
    },
  }
  const checkpointKey = rememberKey(database, 'checkpoints')
  return { live, eventStreams: createEventStreams({ live, rights, reader, clock, checkpointKey }) }
}
