import { type Audit, createAudit } from '../foundation/audit/index.ts'
import type { Config } from '../foundation/config/index.ts'
import { moveDatabaseClock } from '../foundation/db/clock.store.ts'
import type { Database } from '../foundation/db/database.ts'
import { createDatabaseClock } from '../foundation/db/database-clock.ts'
import { openStore, type Store } from '../foundation/db/open-store.ts'
import { growthJob } from '../foundation/db/planner/grown-tables.store.ts'
import { createIdempotency, type Idempotency } from '../foundation/idempotency/index.ts'
import { createJobs, type Jobs, type PeriodicJob } from '../foundation/jobs/index.ts'
import { type Clock, createMovableClock, type MovableClock, systemClock } from '../foundation/kit/clock.ts'
import type { Log } from '../foundation/kit/log.ts'
import { createOutbound, type Outbound } from '../foundation/outbound/index.ts'
import { createLists, type Lists } from '../query/index.ts'
import type { Closers } from './closers.ts'
import type { Observation } from './metrics.ts'
import type { StartOptions } from './platform.ts'

const followEveryMs = 10_000

interface PlatformClock {
  readonly clock: Clock | MovableClock
  readonly periodic: readonly PeriodicJob[]
}

/**
 * Creates the clock of the platform: the clock of the machine, which the embedded database shares, or one that follows
 * the PostgreSQL server. With `TEST_CLOCK=1`, the clock can be moved.
 */
async function createPlatformClock(
  { testClock }: Pick<Config, 'testClock'>,
  { kind, reader }: Pick<Database, 'kind' | 'reader'>,
  log: Log,
): Promise<PlatformClock> {
  if (testClock) return { clock: createMovableClock(), periodic: [] }
  if (kind !== 'postgres') return { clock: systemClock, periodic: [] }
  const clock = createDatabaseClock(reader, log)
  await clock.follow()
  const follow = { name: 'follow the clock of the database', everyMs: followEveryMs, on: 'every node' } as const
  return { clock, periodic: [{ ...follow, run: clock.follow }] }
}

/** The services of the foundation layer that all rooms use. */
export interface Foundations {
  readonly log: Log
  readonly database: Database
  readonly clock: Clock
  readonly audit: Audit
  readonly idempotency: Idempotency
  readonly jobs: Jobs
  readonly lists: Lists
  /** The client for requests to other systems. */
  readonly outbound: Outbound
}

/**
 * Opens the database and creates the services that all rooms use. Adds everything that must be closed to the closers.
 */
export async function openFoundations(
  config: Config,
  { opening, clock: givenClock }: Pick<StartOptions, 'opening' | 'clock'>,
  { closers, log, observation }: { readonly closers: Closers; readonly log: Log; readonly observation: Observation },
): Promise<Foundations> {
  let openedStore: Store | undefined
  closers.add(() => openedStore?.close())
  // The metrics read the database, so they are closed before it. They are also closed when the database cannot be
  // opened.
  closers.add(() => observation.close())
  const store = await (opening ?? openStore({ ...config, log }))
  openedStore = store
  const database = observation.watch(store.database)
  const { tracing } = observation
  // The time of the database may still be ahead, if a server with a moved clock used this database before.
  await moveDatabaseClock(database.single, givenClock?.aheadMs() ?? 0)
  const ownClock = givenClock === undefined ? await createPlatformClock(config, database, log) : undefined
  const clock = givenClock ?? ownClock!.clock
  const audit = await createAudit({ database, clock, log })
  closers.add(() => audit.close())
  const idempotency = createIdempotency({ database, clock })
  const jobs = await createJobs({ database, clock, log, tracing })
  closers.add(() => jobs.close())
  for (const job of ownClock?.periodic ?? []) await jobs.every(job)
  // The embedded database analyzes its tables itself.
  if (database.kind === 'postgres') await jobs.every(growthJob(database))
  const lists = createLists(database.reader)
  const outbound = createOutbound({ allow: config.outboundAllow, ports: config.outboundPorts, tracing })
  closers.add(() => outbound.close())
  return { log, database, clock, audit, idempotency, jobs, lists, outbound }
}
