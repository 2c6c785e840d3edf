import { PgBoss } from 'pg-boss'
import type { Database } from '../db/database.ts'
import { Script } from '../db/sql.ts'
import type { Log } from '../kit/log.ts'

const dayS = 86_400

/**
 * How long jobs lie before somebody looks. The embedded database has one session and one process, which wakes its
 * workers itself, so it is asked as seldom as retries allow.
 */
export const pollEveryS = { embedded: 5, postgres: 2 } as const

/** pg-boss on our own connections, so that it needs no second pool and works on the embedded database too. */
export function createBoss(database: Database, log: Log): PgBoss {
  const embedded = database.kind === 'embedded'
  const boss = new PgBoss({
    db: {
      executeSql: async (text, values) => ({ rows: await database.single.rows(new Script(text, values)) }),
    },
    backend: embedded ? 'pglite' : 'postgres',
    schedule: false,
    // Jobs of dead nodes are put back by ourselves; this only counts, and removes what is long done.
    superviseIntervalSeconds: embedded ? 3600 : 300,
    monitorIntervalSeconds: embedded ? 3600 : 300,
    maintenanceIntervalSeconds: 3600,
    queueCacheIntervalSeconds: dayS,
    bamIntervalSeconds: 3600,
    // Flows of jobs that wait for one another are not used.
    flowIntervalSeconds: dayS,
    monitorVacuum: false,
    reindex: false,
  })
  boss.on('error', (error) => log('warn', 'the job queue met an error', { error }))
  boss.on('warning', ({ message, data }) => log('warn', message, { data }))
  return boss
}

export interface QueueOptions {
  /** Jobs of this queue that run at once on one node. */
  readonly concurrency?: number
  /** Attempts after the first, whether it failed or its process was killed. */
  readonly retryLimit?: number
  /** Before the first repetition, in seconds; doubles each time, up to `retryDelayMaxS`. */
  readonly retryDelayS?: number
  readonly retryDelayMaxS?: number
}

/** Makes the queue, or brings its settings up to date. */
export async function prepareQueue(boss: PgBoss, kind: Database['kind'], queue: string, options: QueueOptions) {
  const settings = {
    retryLimit: options.retryLimit ?? 5,
    retryDelay: options.retryDelayS ?? 1,
    retryDelayMax: options.retryDelayMaxS ?? 300,
    retryBackoff: true,
    // A handler may take a day; whether its node lives is told by the heartbeat.
    expireInSeconds: dayS,
    // The embedded database has one process, whose jobs are put back when it starts.
    heartbeatSeconds: kind === 'embedded' ? null : 10,
    deleteAfterSeconds: 3 * dayS,
    retentionSeconds: 365 * dayS,
  }
  const present = await boss.getQueue(queue)
  const isUpToDate = (key: keyof typeof settings): boolean => (present?.[key] ?? null) === settings[key]
  if (present !== null && (Object.keys(settings) as (keyof typeof settings)[]).every(isUpToDate)) return
  const { heartbeatSeconds, ...others } = settings
  await boss.createQueue(queue, heartbeatSeconds === null ? others : { ...others, heartbeatSeconds })
  await boss.updateQueue(queue, settings)
}
