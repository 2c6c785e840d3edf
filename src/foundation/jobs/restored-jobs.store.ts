import type { Database, Tx } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import type { Log } from '../kit/log.ts'
import { createBoss } from './boss.ts'

/** Creates the tables of the queue in a database without them. */
export async function createQueueTables(database: Database, log: Log): Promise<void> {
  const boss = createBoss(database, log)
  await boss.start()
  await boss.stop({ graceful: false })
}

/**
 * Puts back the jobs that ran while a backup was made, and gives all waiting jobs the heartbeat of this kind of
 * database; see `prepareQueue`.
 */
export async function adoptRestoredJobs(tx: Tx, kind: Database['kind']): Promise<void> {
  const heartbeatS = kind === 'embedded' ? null : 10
  await tx.rows(sql`update pgboss.queue set heartbeat_seconds = ${heartbeatS}::int`)
  await tx.rows(sql`
    update pgboss.job set heartbeat_seconds = ${heartbeatS}::int, heartbeat_on = null,
      state = case when state = 'active' then 'retry' else state end,
      started_on = case when state = 'active' then null else started_on end
    where state < 'completed'`)
}
