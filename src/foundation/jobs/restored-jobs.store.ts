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
 * database; see `prepareQueue`. The library puts the names of queues and of their tables into the text of its
 * statements, so the restored tables are reset, and queues with names that the library refuses are removed.
 */
export async function adoptRestoredJobs(tx: Tx, kind: Database['kind']): Promise<void> {
  const heartbeatS = kind === 'embedded' ? null : 10
  const refused = sql`name !~ '^[A-Za-z0-9_./-]+$'`
  await tx.rows(sql`delete from pgboss.job where ${refused}`)
  await tx.rows(sql`delete from pgboss.queue where ${refused}`)
  await tx.rows(sql`
    update pgboss.queue set heartbeat_seconds = ${heartbeatS}::int, table_name = 'job_common', partition = false`)
  await tx.rows(sql`
    update pgboss.job set heartbeat_seconds = ${heartbeatS}::int, heartbeat_on = null,
      state = case when state = 'active' then 'retry' else state end,
      started_on = case when state = 'active' then null else started_on end
    where state < 'completed'`)
}
