import type { Actor } from '../../audit/index.ts'
import type { Transaction } from '../../db/database.ts'
import type { ErrorKind } from '../../kit/errors.ts'

/** `done`, `failed` and `cancelled` are final. */
export type JobState = 'queued' | 'running' | 'done' | 'failed' | 'cancelled'

/** Why a job failed as a whole. */
export interface JobProblem {
  readonly code: string
  readonly message: string
}

/** A job as it is stored. Times are texts in the form of the API. */
export interface TrackedJob {
  readonly id: string
  readonly kind: string
  readonly state: JobState
  /** What the job does; set when it is started. */
  readonly settings: Readonly<Record<string, unknown>>
  readonly total: number
  /**
   * Number of processed items or units. The items of a job are processed in the order of their positions, from 1 on.
   */
  readonly processed: number
  readonly failed: number
  /** What the kind has counted and made so far. */
  readonly result: Readonly<Record<string, unknown>>
  readonly problem: JobProblem | null
  /** Number of the run, which is the fence: a run that is no longer the latest cannot write. */
  readonly run: number
  readonly createdAt: string
  /** The user who started the job; `nilId` for the schedule. */
  readonly createdBy: string
  readonly startedAt: string | null
  readonly endedAt: string | null
}

export interface JobItem {
  readonly position: number
  /** The object that the job works on, such as an element or an instance. */
  readonly subject: string
  /** A part of the subject, such as an incident of an instance. */
  readonly part: string | null
}

/** The reason why the subject of an item was left unchanged, or a note about it. */
export interface ItemReason {
  readonly code: string
  readonly message: string
  /** Id of an element of a process; `name` is the name of a variable. */
  readonly element?: string
  readonly name?: string
  readonly tokens?: number
}

export interface ItemResult {
  readonly position: number
  readonly state: 'done' | 'skipped' | 'failed'
  readonly reasons?: readonly ItemReason[]
}

/** New values of a job. Those that are left out stay as they are. */
export interface JobProgress extends Partial<Pick<TrackedJob, 'total' | 'processed' | 'failed' | 'result'>> {
  /** Results of items, which are stored with them. */
  readonly items?: readonly ItemResult[]
}

/** Does some work of a job inside a transaction, and returns the progress, which the same transaction stores. */
export type JobEffect = (tx: Transaction) => Promise<JobProgress>

/** One run of a job on a node. */
export interface JobRun {
  /** The job as of the last commit. */
  readonly job: TrackedJob
  /** Aborted when the node stops or another node takes over. Work that ends early for this reason must throw. */
  readonly signal: AbortSignal
  /** Returns at most `max` items after `job.processed`, in their order. */
  items(max: number): Promise<readonly JobItem[]>
  /**
   * Runs the effect and stores its progress in one transaction. Throws `JobLost`, and writes nothing, when the job
   * was cancelled or another run has taken over. A cancellation waits for the transaction.
   */
  commit(effect: JobEffect): Promise<void>
  /**
   * Stores the progress of work that is committed already, also when the job was cancelled meanwhile. Such work must
   * tolerate repetition: after a crash, it runs again if its progress was not stored. Throws `JobLost` when another
   * run has taken over, and, once the progress is stored, when the job has ended.
   */
  record(progress: JobProgress): Promise<void>
}

/** The caller of an operation on jobs. */
export interface JobCaller extends Actor {
  readonly administrator: boolean
}

/** A queue of the jobs of one or several kinds. */
interface JobQueue {
  readonly name: string
  /** Maximum number of jobs that one node runs at the same time. */
  readonly concurrency: number
}

/** A kind of job; docs/recipes/add-a-kind-of-job.md describes how to add one. */
export interface JobKind {
  /** Unique name, which users see in the field `kind` of a job. */
  readonly name: string
  readonly queue: JobQueue
  /** Who sees and cancels the jobs of the kind, apart from administrators, who see all jobs. */
  readonly seenBy: 'its user' | 'administrators'
  /** Whether the items are kept with their results. Otherwise they are deleted when the job ends. */
  readonly keepsItems?: boolean
  /**
   * How long a job is kept after its end, in milliseconds; without it, jobs of the kind are not removed by their age.
   */
  readonly keptMs?: number
  /** The error of cancelling a job that has ended; defaults to `job.ended`. */
  readonly endedError?: ErrorKind
  /**
   * Works from `run.job.processed` on until nothing is left; `inPortions` returns such a function for kinds with
   * items. May return an effect that is committed together with the state `done`.
   */
  work(run: JobRun): Promise<JobEffect | undefined>
  /**
   * Returns the problem that an error of `work` means for the user; undefined when another attempt may overcome the
   * error. By default, a `PlatformError` below 500 ends the job and is shown, a lost connection or a status from 500
   * on does not end it, and any other error ends it as `internal`.
   */
  problem?(error: unknown): JobProblem | undefined
  /** Called in the transaction that ends a job as `done` or `failed`, for example to notify the user. */
  ended?(tx: Transaction, job: TrackedJob): Promise<void>
  /** Called in the transaction that cancels a job, to record the cancellation in the audit log. */
  cancelled(tx: Transaction, caller: JobCaller, job: TrackedJob): Promise<void>
  /** Returns the path of the application that a job works on; kinds without it work on none. */
  application?(job: TrackedJob): string
  /** Returns the result as the caller sees it; null when there is none yet. */
  shown(job: TrackedJob, caller: JobCaller): Promise<object | null>
}

/** Thrown to end a run whose job was cancelled or taken over by another run. */
export class JobLost extends Error {}

/**
 * Returns the work of a kind with items: `portion` is called for up to `size` items at a time. `portion` returns an
 * effect that is committed together with its progress, or, for work that is committed already, the results of the
 * items.
 */
export function inPortions(
  size: number,
  portion: (run: JobRun, items: readonly JobItem[]) => Promise<JobEffect | readonly ItemResult[]>,
): JobKind['work'] {
  return async (run) => {
    while (run.job.processed < run.job.total) {
      run.signal.throwIfAborted()
      const items = await run.items(size)
      // The items are deleted when the job is cancelled.
      if (items.length === 0) throw new JobLost()
      const made = await portion(run, items)
      if (typeof made === 'function') await run.commit(made)
      else await run.record(progressOf(run.job, made))
    }
    return undefined
  }
}

function progressOf({ processed, failed }: TrackedJob, items: readonly ItemResult[]): JobProgress {
  const more = items.filter(({ state }) => state === 'failed').length
  return { items, processed: processed + items.length, failed: failed + more }
}
