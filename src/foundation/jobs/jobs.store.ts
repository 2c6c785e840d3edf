import type { Reader, Tx } from '../db/database.ts'
import { type Sql, sql } from '../db/sql.ts'

// pg-boss documents its job table as an interface for writers in SQL; its version is pinned exactly.

/**
 * Creates an index of active jobs, which pg-boss does not have. Without it, finding orphans would read a table that may
 * hold a million completed jobs.
 */
export async function createActiveIndex(tx: Tx): Promise<void> {
  const row = await tx.row<{ there: boolean }>(sql`select to_regclass('pgboss.job_active') is not null as there`)
  if (row?.there !== true) {
    await tx.rows(sql`create index if not exists job_active on pgboss.job (name) where state = 'active'`)
  }
}

export interface NewJob {
  readonly id: string
  readonly queue: string
  readonly data: object
  /** Time in ms until the job is due. A duration means the same to every node and to a movable clock. */
  readonly delayMs: number
}

function insertion({ id, queue, data, delayMs }: NewJob): Sql {
  return insertJobs(sql`(select ${id}::uuid as id, ${queue}::text as queue, ${data}::jsonb as data,
    ${delayMs}::float8 as "delayMs")`)
}

/**
 * Returns the SQL that inserts the jobs of a table or subquery with the columns of `NewJob`; it can be a part of a
 * larger statement. Jobs of unknown queues are left out.
 */
export function insertJobs(source: Sql): Sql {
  const start = sql`now() + j."delayMs" * interval '1 ms'`
  return sql`
    insert into pgboss.job (id, name, data, start_after, keep_until, expire_seconds, deletion_seconds, retry_limit,
      retry_delay, retry_backoff, retry_delay_max, heartbeat_seconds, policy, dead_letter)
    select j.id, q.name, j.data, ${start}, ${start} + q.retention_seconds * interval '1s', q.expire_seconds,
      q.deletion_seconds, q.retry_limit, q.retry_delay, q.retry_backoff, q.retry_delay_max, q.heartbeat_seconds,
      q.policy, q.dead_letter
    from ${source} j join pgboss.queue q on q.name = j.queue`
}

/** Inserts a job. Returns false when the queue does not exist. */
export async function insertJob(tx: Tx, job: NewJob): Promise<boolean> {
  return (await tx.row(sql`${insertion(job)} returning id`)) !== undefined
}

/**
 * Inserts a job into a queue with `maxWaiting: 1`, unless a job is waiting there. A job that is interrupted or tried
 * again counts as waiting, too; two nodes that insert at the same time insert one job.
 */
export async function insertOnlyJob(tx: Tx, job: NewJob): Promise<void> {
  await tx.rows(sql`
    ${insertion(job)} where not exists (select from pgboss.job where name = ${job.queue} and state = 'retry')
    on conflict do nothing`)
}

/** Returns which of these queues have a job that is running or due, and whether one of its jobs waits for a worker. */
export function busyQueues(reader: Reader, queues: readonly string[]): Promise<{ queue: string; waits: boolean }[]> {
  return reader.rows<{ queue: string; waits: boolean }>(sql`
    select name as queue, bool_or(state <> 'active') as waits from pgboss.job
    where name = any(${queues}::text[]) and (state = 'active' or state in ('created', 'retry') and start_after <= now())
    group by name`)
}

/** Returns the time in ms until the next waiting job of these queues is due; undefined when none is waiting. */
export async function untilNextJobMs(reader: Reader, queues: readonly string[]): Promise<number | undefined> {
  const row = await reader.row<{ ms: number }>(sql`
    select greatest(1, ceil(extract(epoch from start_after - now()) * 1000))::float8 as ms from pgboss.job
    where name = any(${queues}::text[]) and state in ('created', 'retry') order by start_after limit 1`)
  return row?.ms
}

/** Brings all waiting jobs forward by a time in ms, as if that time had passed; for movable clocks. */
export async function bringForward(tx: Tx, byMs: number): Promise<void> {
  const by = sql`${byMs} * interval '1 ms'`
  await tx.rows(sql`
    update pgboss.job set start_after = case when start_after - now() <= ${by} then now() else start_after - ${by} end
    where state in ('created', 'retry') and start_after > now()`)
}

/**
 * Puts back a job that was interrupted because its node is stopping, without using up an attempt. Increments both the
 * retry count and the limit: the count keeps the previous holder of the job from completing it for the next one.
 */
export async function putBackInterrupted(tx: Tx, queue: string, id: string): Promise<void> {
  await tx.rows(sql`
    update pgboss.job
    set state = 'retry', start_after = now(), started_on = null, heartbeat_on = null,
      retry_count = retry_count + 1, retry_limit = retry_limit + 1
    where name = ${queue} and id = ${id} and state = 'active'`)
}

/**
 * Puts back the jobs of dead processes, or marks them as failed when their attempts are used up. Returns their number.
 */
export async function putBackOrphans(tx: Tx, whose: 'all' | 'without heartbeat'): Promise<number> {
  const dead = whose === 'all' ? sql`` : sql`and heartbeat_on + heartbeat_seconds * interval '1s' < now()`
  const rows = await tx.rows(sql`
    update pgboss.job
    set state = (case when retry_count < retry_limit then 'retry' else 'failed' end)::pgboss.job_state,
      completed_on = case when retry_count < retry_limit then null else now() end,
      start_after = now(), heartbeat_on = null, output = '{"message": "the process that ran this job was killed"}'
    where state = 'active' ${dead}
    returning id`)
  return rows.length
}

export interface JobReport {
  readonly state: 'created' | 'retry' | 'active' | 'completed' | 'cancelled' | 'failed'
  /** Number of attempts before the current or last one. */
  readonly repeated: number
  /** Error message of the last attempt. */
  readonly reason: string | null
}

export async function jobReport(reader: Reader, queue: string, id: string): Promise<JobReport | undefined> {
  return reader.row<JobReport>(sql`
    select state::text as state, retry_count as repeated, output->>'message' as reason
    from pgboss.job where name = ${queue} and id = ${id}`)
}
