import type { Reader, Tx } from '../../foundation/db/database.ts'
import { type Sql, sql } from '../../foundation/db/sql.ts'

export type JobState = 'queued' | 'running' | 'done' | 'failed' | 'cancelled'

/** An element that a job left unchanged, and why. */
export interface JobFailure {
  readonly id: string
  readonly code: string
  readonly message: string
}

/** The file of an export, stored as an upload of the user under `hash`. */
export interface ExportedFile {
  readonly hash: string
  readonly name: string
  readonly bytes: number
}

/** A job on elements as it is stored. */
export interface ElementJob {
  readonly id: string
  readonly kind: 'bulk' | 'export'
  readonly state: JobState
  readonly app: string
  readonly namespace: string
  readonly code: string
  readonly settings: Readonly<Record<string, unknown>>
  readonly total: number
  readonly processed: number
  readonly changed: number
  readonly failed: number
  readonly failures: readonly JobFailure[]
  readonly file: ExportedFile | null
  readonly problem: { readonly code: string; readonly message: string } | null
  readonly createdBy: string
}

/** Maximum number of failures that a job stores; the count of failures covers all of them. */
const maxFailures = 100

type Json = 'settings' | 'failures' | 'file' | 'problem'
type Row = Omit<ElementJob, Json> & Record<Json, string | null>

const columns = sql`id::text, kind, state, app::text, namespace, code, settings::text, total, processed, changed, failed,
  failures::text, file::text, problem::text, created_by::text as "createdBy"`

function toJob(row: Row): ElementJob {
  const { settings, failures, file, problem, ...others } = row
  const read = (text: string | null) => JSON.parse(text ?? 'null')
  return { ...others, settings: read(settings), failures: read(failures), file: read(file), problem: read(problem) }
}

export type NewJob = Pick<ElementJob, 'id' | 'kind' | 'app' | 'namespace' | 'code' | 'settings' | 'createdBy'>

/**
 * Stores a job with its elements and returns the number of elements. `selection` is a query with the columns `id` and
 * `position`.
 */
export async function insertJob(tx: Tx, job: NewJob, selection: Sql, at: Date): Promise<number> {
  const { id, kind, app, namespace, code, settings, createdBy } = job
  const row = await tx.row<{ total: number }>(sql`
    with item as (
      insert into element_job_item (job, position, element)
      select ${id}::uuid, q.position, q.id from (${selection}) q returning 1
    )
    insert into element_job (id, kind, state, app, namespace, code, settings, total, created_at, created_by)
    select ${id}, ${kind}, 'queued', ${app}, ${namespace}, ${code}, ${JSON.stringify(settings)}::jsonb, count(*)::int,
      ${at}, ${createdBy}
    from item returning total`)
  return row!.total
}

export async function jobById(reader: Reader, id: string): Promise<ElementJob | undefined> {
  const row = await reader.row<Row>(sql`select ${columns} from element_job where id = ${id}`)
  return row && toJob(row)
}

/** Returns the newest jobs of a user, or of all users. */
export async function newestJobs(reader: Reader, userId: string | undefined, size: number): Promise<ElementJob[]> {
  const rows = await reader.rows<Row>(sql`
    select ${columns} from element_job where ${userId === undefined ? sql`true` : sql`created_by = ${userId}`}
    order by id desc limit ${size}`)
  return rows.map(toJob)
}

/** Returns the number of unfinished jobs of a user. */
export async function countOpen(reader: Reader, userId: string): Promise<number> {
  const row = await reader.row<{ n: number }>(sql`
    select count(*)::int as n from element_job where created_by = ${userId} and state in ('queued', 'running')`)
  return row!.n
}

/** Marks a job as running. Returns undefined when the job has ended. */
export async function beginJob(tx: Tx, id: string, at: Date): Promise<ElementJob | undefined> {
  const row = await tx.row<Row>(sql`
    update element_job set state = 'running', started_at = coalesce(started_at, ${at})
    where id = ${id} and state in ('queued', 'running') returning ${columns}`)
  return row && toJob(row)
}

/** Locks a job until the transaction ends. Returns false unless it is running and has processed this many elements. */
export async function lockJob(tx: Tx, { id, processed }: Pick<ElementJob, 'id' | 'processed'>): Promise<boolean> {
  const row = await tx.row(sql`
    select from element_job where id = ${id} and state = 'running' and processed = ${processed} for update`)
  return row !== undefined
}

/** Returns the ids of the next `max` elements of a job after a position. */
export async function nextElements(reader: Reader, id: string, after: number, max: number): Promise<string[]> {
  const rows = await reader.rows<{ element: string }>(sql`
    select element::text from element_job_item where job = ${id} and position > ${after} and position <= ${after + max}
    order by position`)
  return rows.map(({ element }) => element)
}

export interface Progress {
  readonly processed: number
  readonly changed?: number
  readonly failures?: readonly JobFailure[]
}

/** Adds progress to a running job and stores its first failures. Returns false when the job has ended. */
export async function addProgress(tx: Tx, id: string, progress: Progress): Promise<boolean> {
  const { processed, changed = 0, failures = [] } = progress
  const row = await tx.row(sql`
    update element_job set processed = processed + ${processed}, changed = changed + ${changed},
      failed = failed + ${failures.length},
      failures = failures || coalesce((
        select jsonb_agg(more.failure order by more.place)
        from jsonb_array_elements(${JSON.stringify(failures.slice(0, maxFailures))}::jsonb)
          with ordinality as more(failure, place)
        where more.place <= ${maxFailures} - jsonb_array_length(failures)), '[]')
    where id = ${id} and state = 'running' returning id`)
  return row !== undefined
}

/** Resets the progress of an export, whose file is written again from the beginning after an interruption. */
export async function restart(tx: Tx, id: string): Promise<void> {
  await tx.rows(sql`update element_job set processed = 0 where id = ${id} and state = 'running'`)
}

export interface JobEnd {
  readonly state: 'done' | 'failed' | 'cancelled'
  readonly at: Date
  readonly file?: ExportedFile
  readonly problem?: ElementJob['problem']
}

/** Ends a job and deletes its list of elements. Returns false when the job had already ended. */
export async function endJob(tx: Tx, id: string, { state, at, file, problem }: JobEnd): Promise<boolean> {
  const row = await tx.row(sql`
    update element_job set state = ${state}, ended_at = ${at}, file = ${file ? JSON.stringify(file) : null}::jsonb,
      problem = ${problem ? JSON.stringify(problem) : null}::jsonb
    where id = ${id} and state in ('queued', 'running') returning id`)
  if (row !== undefined) await tx.rows(sql`delete from element_job_item where job = ${id}`)
  return row !== undefined
}

/** Deletes jobs that ended before a time. */
export async function deleteJobs(tx: Tx, before: Date): Promise<void> {
  await tx.rows(sql`delete from element_job where ended_at < ${before}`)
}
