import { PgBoss, type QueueResult } from 'pg-boss'
import type { Database } from '../db/database.ts'
import { Script } from '../db/sql.ts'
import type { Log } from '../kit/log.ts'

const dayS = 86_400

/**
 * Seconds between two polls for jobs. The embedded database has one session and one process, which wakes its workers
 * itself, so it polls only as often as retries need.
 */
export const pollEveryS = { embedded: 5, postgres: 2 } as const

/**
 * Creates pg-boss on Chancery's own connections, so that it needs no second pool and works on the embedded database
 * too.
 */
export function createBoss(database: Database, log: Log): PgBoss {
  const embedded = database.kind === 'embedded'
  const boss = new PgBoss({
    db: {
      executeSql: async (text, values) => ({ rows: await database.single.rows(new Script(text, values)) }),
    },
    backend: embedded ? 'pglite' : 'postgres',
    schedule: false,
    // Chancery itself puts back the jobs of dead nodes. This supervision only counts jobs and removes old ones.
    superviseIntervalSeconds: embedded ? 3600 : 300,
    monitorIntervalSeconds: embedded ? 3600 : 300,
    maintenanceIntervalSeconds: 3600,
    queueCacheIntervalSeconds: dayS,
    bamIntervalSeconds: 3600,
    // Flows, in which jobs wait for one another, are not used.
    flowIntervalSeconds: dayS,
    monitorVacuum: false,
    reindex: false,
  })
  boss.on('error', (error) => log('warn', 'the job queue met an error', { error }))
  boss.on('warning', ({ message, data }) => log('warn', message, { data }))
  return boss
}

export interface QueueOptions {
  /** Maximum number of this queue's jobs that run at the same time on one node; defaults to 1. */
  readonly concurrency?: number
  /** Maximum number of attempts after the first, whether an attempt failed or its process was killed; defaults to 5. */
  readonly retryLimit?: number
  /** Delay before the first retry, in seconds; doubles with each retry up to `retryDelayMaxS`. */
  readonly retryDelayS?: number
  readonly retryDelayMaxS?: number
  /** Maximum number of jobs that wait in the queue; 1, or no maximum. Decided when the queue is created. */
  readonly maxWaiting?: 1
}

/** Creates the queue, or updates its settings. `present` are the queues that existed at the start. */
export async function prepareQueue(
  boss: PgBoss,
  { kind, present }: { kind: Database['kind']; present: ReadonlyMap<string, QueueResult> },
  queue: string,
  options: QueueOptions,
): Promise<void> {
  const settings = {
    retryLimit: options.retryLimit ?? 5,
    retryDelay: options.retryDelayS ?? 1,
    retryDelayMax: options.retryDelayMaxS ?? 300,
    retryBackoff: true,
    // A handler may run for a day. The heartbeat, not this limit, shows whether its node is alive.
    expireInSeconds: dayS,
    // The embedded database has one process, which puts its interrupted jobs back when it starts.
    heartbeatSeconds: kind === 'embedded' ? null : 10,
    deleteAfterSeconds: 3 * dayS,
    retentionSeconds: 365 * dayS,
  }
  const known = present.get(queue)
  const isUpToDate = (key: keyof typeof settings): boolean => (known?.[key] ?? null) === settings[key]
  if (known !== undefined && (Object.keys(settings) as (keyof typeof settings)[]).every(isUpToDate)) return
  const { heartbeatSeconds, ...others } = settings
  const policy = options.maxWaiting === 1 ? 'short' : 'standard'
  await boss.createQueue(queue, { ...others, policy, ...(heartbeatSeconds !== null && { heartbeatSeconds }) })
  await boss.updateQueue(queue, settings)
}
