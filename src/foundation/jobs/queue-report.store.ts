import type { Reader, Tx } from '../db/database.ts'
import { sql } from '../db/sql.ts'

/** The jobs of one queue, on all nodes. */
export interface QueueReport {
  readonly queue: string
  /** Number of jobs that wait for a worker or for their time. */
  readonly waiting: number
  /** Number of the waiting jobs that are due. */
  readonly due: number
  /** Seconds for which the oldest due job has been waiting; 0 when no job is due. */
  readonly lagS: number
  /** Number of jobs that run. */
  readonly active: number
  /** Number of jobs that used up their attempts; kept for three days. */
  readonly failed: number
}

/** A job that used up its attempts. */
export interface FailedJob {
  readonly id: string
  readonly queue: string
  readonly attempts: number
  /** Error message of the last attempt. */
  readonly reason: string | null
  readonly createdAt: string
  readonly failedAt: string | null
}

/** Maximum number of jobs that are counted for one state of a queue. */
const maxCounted = 10_000

/** Creates an index of failed jobs, which pg-boss does not have, like the one of active jobs. */
export async function createFailedIndex(tx: Tx): Promise<void> {
  const row = await tx.row<{ there: boolean }>(sql`select to_regclass('pgboss.job_failed') is not null as there`)
  if (row?.there !== true)
    await tx.rows(sql`create index if not exists job_failed on pgboss.job (name) where state = 'failed'`)
}

/** Returns the queues by name, each with its jobs; each number is counted up to 10,000. */
export function queueReports(reader: Reader): Promise<QueueReport[]> {
  const counted = (condition: ReturnType<typeof sql>) => sql`(select count(*)::int from (
    select from pgboss.job where name = q.name and ${condition} limit ${maxCounted}) counted)`
  return reader.rows<QueueReport>(sql`
    select q.name as queue, ${counted(sql`state < 'active'`)} as waiting,
      ${counted(sql`state < 'active' and start_after <= now()`)} as due, ${counted(sql`state = 'active'`)} as active,
      ${counted(sql`state = 'failed'`)} as failed,
      coalesce((select greatest(extract(epoch from now() - start_after), 0)::float8 from pgboss.job
        where name = q.name and state < 'active' and start_after <= now() order by start_after limit 1), 0) as "lagS"
    from pgboss.queue q where q.name !~ '^__pgboss' order by q.name`)
}

/**
 * Puts a failed job back into its queue with one more attempt. Returns the queue; undefined when no failed job has the
 * id.
 */
export async function putBackFailed(tx: Tx, id: string): Promise<string | undefined> {
  const row = await tx.row<{ queue: string }>(sql`
    update pgboss.job
    set state = 'retry', start_after = now(), started_on = null, completed_on = null, heartbeat_on = null,
      retry_limit = retry_count + 1, keep_until = now() + (keep_until - start_after)
    where id = ${id} and state = 'failed' and name !~ '^__pgboss' returning name as queue`)
  return row?.queue
}

/** Returns the newest failed jobs of all queues. */
export function failedJobs(reader: Reader, limit: number): Promise<FailedJob[]> {
  return reader.rows<FailedJob>(sql`
    select id::text, name as queue, retry_count + 1 as attempts, left(output ->> 'message', 1000) as reason,
      wire_time(created_on) as "createdAt", wire_time(completed_on) as "failedAt"
    from pgboss.job where state = 'failed' and name !~ '^__pgboss' order by completed_on desc nulls last limit ${limit}`)
}
