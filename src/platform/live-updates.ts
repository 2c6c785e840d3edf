import { createEventStreams, type EventStreams } from '../api/event-streams/event-streams.ts'
import { type Apps, dataLiveSources } from '../data/index.ts'
import type { Database } from '../foundation/db/database.ts'
import type { Clock } from '../foundation/kit/clock.ts'
import { createLive, type Live } from '../foundation/live/index.ts'
import { retentionLiveSources } from '../foundation/retention/index.ts'
import { peopleLiveSources } from '../people/index.ts'
import { processLiveSources } from '../process/index.ts'

export interface LiveUpdates {
  readonly live: Live
  readonly eventStreams: EventStreams
}

/** Connects the changes that the rooms report with the event streams. */
export function createLiveUpdates({
  database: { reader },
  clock,
  apps,
}: {
  readonly database: Database
  readonly clock: Clock
  readonly apps: Apps
}): LiveUpdates {
  const live = createLive([
    ...peopleLiveSources(reader, clock),
    ...dataLiveSources(reader),
    ...processLiveSources(reader),
    ...retentionLiveSources(reader),
  ])
  return { live, eventStreams: createEventStreams({ live, apps, reader, clock }) }
}
