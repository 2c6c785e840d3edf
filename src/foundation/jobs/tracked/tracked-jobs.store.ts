import type { Reader, Tx } from '../../db/database.ts'
import { type Sql, sql } from '../../db/sql.ts'
import type { ItemReason, ItemResult, JobItem, JobProblem, JobProgress, JobState, TrackedJob } from './job-kind.ts'

const columns = sql`id::text, kind, state, settings::text, total::float8 as total, processed::float8 as processed,
  failed::float8 as failed, result::text, problem::text, run, wire_time(created_at) as "createdAt",
  created_by::text as "createdBy", wire_time(started_at) as "startedAt", wire_time(ended_at) as "endedAt"`

type Json = 'settings' | 'result' | 'problem'
type Row = Omit<TrackedJob, Json> & Record<Json, string | null>

function toJob(row: Row): TrackedJob {
  const read = (text: string | null) => JSON.parse(text ?? 'null')
  return { ...row, settings: read(row.settings), result: read(row.result), problem: read(row.problem) }
}

async function one(row: Promise<Row | undefined>): Promise<TrackedJob | undefined> {
  const found = await row
  return found && toJob(found)
}

const isOpen = sql`state in ('queued', 'running')`

/** A job before it is stored. */
export interface NewTrackedJob {
  readonly id: string
  readonly kind: string
  readonly settings: object
  /** A query for the items, with the columns `id`, of the subject, and `position`, from 1 on without gaps. */
  readonly items?: Sql
  /** Whether the query also has the column `part`. */
  readonly haveParts?: boolean
  /** A key that at most one unfinished job may have. */
  readonly onlyOne?: string
  readonly createdBy: string
}

/** Stores a job with its items. Returns undefined when another unfinished job has the same key. */
export function insertJob(tx: Tx, job: NewTrackedJob, at: Date): Promise<TrackedJob | undefined> {
  const { id, kind, settings, items, haveParts = false, onlyOne = null, createdBy } = job
  const stored =
    items &&
    sql`insert into job_item (job, position, subject, part)
    select ${id}::uuid, q.position, q.id, ${haveParts ? sql`q.part` : sql`null`} from (${items}) q returning 1`
  return one(
    tx.row<Row>(sql`
      with item as (${stored ?? sql`select 1 where false`})
      insert into job (id, kind, state, settings, total, only_one, created_at, created_by)
      select ${id}, ${kind}, 'queued', ${JSON.stringify(settings)}::jsonb, count(*), ${onlyOne}, ${at}, ${createdBy} from item
      on conflict do nothing returning ${columns}`),
  )
}

export const jobById = (reader: Reader, id: string): Promise<TrackedJob | undefined> =>
  one(reader.row<Row>(sql`select ${columns} from job where id = ${id}`))

/** Returns the unfinished job with a key. */
export const openJob = (reader: Reader, onlyOne: string): Promise<TrackedJob | undefined> =>
  one(reader.row<Row>(sql`select ${columns} from job where only_one = ${onlyOne} and ${isOpen}`))

export interface JobSelection {
  readonly kinds: readonly string[]
  /** Only jobs of this user. */
  readonly createdBy: string | undefined
}

const isSelected = ({ kinds, createdBy }: JobSelection): Sql =>
  sql`kind = any (${kinds}::text[]) and ${createdBy === undefined ? sql`true` : sql`created_by = ${createdBy}`}`

/** Returns the newest jobs. Ids are in the order of the times of creation. */
export async function newestJobs(reader: Reader, selection: JobSelection, size: number): Promise<TrackedJob[]> {
  const rows = await reader.rows<Row>(sql`
    select ${columns} from job where ${isSelected(selection)} order by id desc limit ${size}`)
  return rows.map(toJob)
}

/** Returns the ids of the selected jobs among these. */
export async function selectedIds(reader: Reader, selection: JobSelection, ids: readonly string[]): Promise<string[]> {
  const rows = await reader.rows<{ id: string }>(sql`
    select id::text from job where id = any (${ids}::uuid[]) and ${isSelected(selection)}`)
  return rows.map(({ id }) => id)
}

/** Returns the number of unfinished jobs of a user. */
export async function countOpen(reader: Reader, createdBy: string, kinds: readonly string[]): Promise<number> {
  const row = await reader.row<{ n: number }>(sql`
    select count(*)::int as n from job where ${isOpen} and ${isSelected({ createdBy, kinds })}`)
  return row!.n
}

/** Takes over a job for a new run. Returns undefined when the job has ended. */
export const claimJob = (tx: Tx, id: string, at: Date): Promise<TrackedJob | undefined> =>
  one(
    tx.row<Row>(sql`
      update job set state = 'running', run = run + 1, started_at = coalesce(started_at, ${at})
      where id = ${id} and ${isOpen} returning ${columns}`),
  )

/** Locks a job until the transaction ends and returns its state; undefined when another run has taken it over. */
export async function lockRun(tx: Tx, { id, run }: TrackedJob): Promise<JobState | undefined> {
  const row = await tx.row<{ state: JobState }>(sql`
    select state from job where id = ${id} and run = ${run} for update`)
  return row?.state
}

/** Stores the progress of a locked job, and the results of its items, each once. */
export async function saveProgress(tx: Tx, job: TrackedJob, progress: JobProgress): Promise<TrackedJob> {
  const { total, processed, failed, result, items = [] } = { ...job, ...progress }
  if (items.length > 0) {
    const rows = JSON.stringify(items.map(({ position, state, reasons }) => ({ position, state, reasons })))
    await tx.rows(sql`
      update job_item i set state = x.state, reasons = x.reasons
      from jsonb_to_recordset(${rows}::jsonb) as x(position int, state text, reasons jsonb)
      where i.job = ${job.id} and i.position = x.position and i.state is null`)
  }
  const saved = await tx.row<Row>(sql`
    update job set total = ${total}, processed = ${processed}, failed = ${failed}, result = ${JSON.stringify(result)}::jsonb
    where id = ${job.id} returning ${columns}`)
  return toJob(saved!)
}

export interface JobEnd {
  readonly state: 'done' | 'failed' | 'cancelled'
  readonly at: Date
  readonly problem?: JobProblem
}

/** Ends a job. Returns undefined when it had already ended. */
export const endJob = (tx: Tx, id: string, { state, at, problem }: JobEnd): Promise<TrackedJob | undefined> =>
  one(
    tx.row<Row>(sql`
      update job set state = ${state}, ended_at = ${at}, problem = ${problem ? JSON.stringify(problem) : null}::jsonb
      where id = ${id} and ${isOpen} returning ${columns}`),
  )

export async function deleteItems(tx: Tx, id: string): Promise<void> {
  await tx.rows(sql`delete from job_item where job = ${id}`)
}

/** Deletes the jobs of a kind that ended before a time, with their items. */
export async function deleteJobs(tx: Tx, kind: string, before: Date): Promise<void> {
  await tx.rows(sql`
    with old as (delete from job where kind = ${kind} and ended_at < ${before} returning id)
    delete from job_item i using old where i.job = old.id`)
}

/** Returns the next items of a job after those that are processed. */
export function nextItems(reader: Reader, { id, processed }: TrackedJob, max: number): Promise<JobItem[]> {
  return reader.rows<JobItem>(sql`
    select position, subject::text, part::text from job_item
    where job = ${id} and position > ${processed} order by position limit ${max}`)
}

/** An item with its result; its state is null until the item is processed. */
export interface ListedItem extends JobItem {
  readonly state: ItemResult['state'] | null
  readonly reasons: readonly ItemReason[]
}

export interface ItemsPage {
  /** Only items with this state. */
  readonly state?: ListedItem['state']
  /** Only items after this position. */
  readonly after: number
  readonly size: number
}

export async function itemsOf(reader: Reader, id: string, { state, after, size }: ItemsPage): Promise<ListedItem[]> {
  const rows = await reader.rows<Omit<ListedItem, 'reasons'> & { readonly reasons: string | null }>(sql`
    select position, subject::text, part::text, state, reasons::text from job_item
    where job = ${id} and position > ${after}
      and ${state === undefined ? sql`true` : sql`state is not distinct from ${state}`}
    order by position limit ${size}`)
  return rows.map((row) => ({ ...row, reasons: row.reasons === null ? [] : JSON.parse(row.reasons) }))
}

/** Returns texts that change with the state and the progress of jobs, for clients that watch them. */
export const jobVersions = (reader: Reader, ids: readonly string[]): Promise<{ id: string; version: string }[]> =>
  reader.rows(sql`
    select id::text as id, concat_ws('/', state, processed, failed, total, md5(result::text)) as version
    from job where id = any (${ids}::uuid[])`)
