import { once } from 'node:events'
import type { Database, Tx } from '../../db/database.ts'
import type { Clock } from '../../kit/clock.ts'
import { isUuid, newId } from '../../kit/ids.ts'
import type { Log } from '../../kit/log.ts'
import type { PeriodicJob } from '../../kit/time/periodic-job.ts'
import { jobEnded, jobNotFound } from '../errors.ts'
import type { Queues } from '../queues.ts'
import type { JobCaller, JobKind, TrackedJob } from './job-kind.ts'
import { runJob } from './run-job.ts'
import {
  countOpen,
  deleteItems,
  deleteJobs,
  endJob,
  type ItemsPage,
  insertJob,
  itemsOf,
  type JobSelection,
  jobById,
  type ListedItem,
  type NewTrackedJob,
  newestJobs,
  openJob,
  selectedIds,
} from './tracked-jobs.store.ts'

interface JobRequest extends Omit<NewTrackedJob, 'id' | 'createdBy'> {
  /**
   * Returns the delay in ms until the queue runs the job, given the number of its items; for jobs that `runNow` runs
   * first.
   */
  readonly delayMs?: (total: number) => number
}

export interface TrackedJobsDeps {
  readonly database: Database
  readonly clock: Clock
  readonly log: Log
  readonly queues: Pick<Queues, 'work' | 'enqueue' | 'nudge'>
  readonly every: (job: PeriodicJob) => Promise<void>
}

/** A job is tried until it ends: a server that it needs may be away for days, and an open job without attempts would stay. */
const queueOptions = { retryLimit: 1_000_000, retryDelayMaxS: 30 }
const cleanEveryMs = 24 * 60 * 60 * 1000

/**
 * Jobs with a stored state, progress and result. A started job is resumed until it has ended, on another node if its
 * node dies; see `runJob`.
 */
export class TrackedJobs {
  readonly #database: Database
  readonly #clock: Clock
  readonly #log: Log
  readonly #queues: Pick<Queues, 'work' | 'enqueue' | 'nudge'>
  readonly #every: (job: PeriodicJob) => Promise<void>
  readonly #kinds = new Map<string, JobKind>()
  readonly #closing = new AbortController()
  readonly #running = new Set<Promise<void>>()
  #hasCleaning = false

  constructor({ database, clock, log, queues, every }: TrackedJobsDeps) {
    this.#database = database
    this.#clock = clock
    this.#log = log
    this.#queues = queues
    this.#every = every
  }

  /** Adds a kind. From the start of the queues on, this node runs jobs of the kind. */
  async add(kind: JobKind): Promise<void> {
    const isNewQueue = ![...this.#kinds.values()].some(({ queue }) => queue.name === kind.queue.name)
    if (this.#kinds.has(kind.name)) throw new Error(`there are two kinds of jobs ${kind.name}`)
    this.#kinds.set(kind.name, kind)
    const { keptMs, queue } = kind
    if (isNewQueue) {
      await this.#queues.work<{ job: string }>(
        queue.name,
        async ({ data, signal }) => {
          try {
            await this.#run(data.job, AbortSignal.any([signal, this.#closing.signal]))
          } catch (error) {
            // An error before the queue has stopped would count as a failed attempt, so wait for the queue's signal.
            if (this.#closing.signal.aborted && !signal.aborted) await once(signal, 'abort')
            throw error
          }
        },
        { ...queueOptions, concurrency: queue.concurrency },
      )
    }
    if (keptMs === undefined || this.#hasCleaning) return
    this.#hasCleaning = true
    await this.#every({ name: 'remove old jobs', everyMs: cleanEveryMs, on: 'one node', run: () => this.#removeOld() })
  }

  /**
   * Stores and enqueues a job as part of `tx`. Returns undefined when an unfinished job has the same `onlyOne`. Call
   * `nudge` after the commit.
   */
  async start(tx: Tx, userId: string, { delayMs = () => 0, ...request }: JobRequest): Promise<TrackedJob | undefined> {
    const { queue } = this.#kindOf(request.kind)
    const at = new Date(this.#clock.nowMs())
    const job = await insertJob(tx, { ...request, id: newId(at.getTime()), createdBy: userId }, at)
    if (job === undefined) return undefined
    await this.#queues.enqueue(tx, { queue: queue.name, data: { job: job.id }, delayMs: delayMs(job.total) })
    return job
  }

  /** Returns the names of all kinds. */
  names(): string[] {
    return [...this.#kinds.keys()]
  }

  /** Wakes this node's workers for a kind. */
  nudge(kind: string): void {
    this.#queues.nudge(this.#kindOf(kind).queue.name)
  }

  /**
   * Runs a job that was started, and resolves when it has ended or another run has taken it over. Rejects when the
   * run is interrupted.
   */
  runNow(id: string): Promise<void> {
    return this.#run(id, this.#closing.signal)
  }

  /** Returns a job that the caller sees; undefined when there is none. */
  async find(caller: JobCaller, id: string): Promise<TrackedJob | undefined> {
    const job = isUuid(id) ? await jobById(this.#database.single, id) : undefined
    const selection = this.#seenBy(caller)
    const isSeen = job && selection.kinds.includes(job.kind) && [undefined, job.createdBy].includes(selection.createdBy)
    return isSeen ? job : undefined
  }

  /** Returns the newest jobs that the caller sees, of these kinds or of all. */
  async list(caller: JobCaller, size: number, wanted?: readonly string[]): Promise<TrackedJob[]> {
    const selection = this.#seenBy(caller)
    const some = wanted === undefined ? selection.kinds : selection.kinds.filter((name) => wanted.includes(name))
    return newestJobs(this.#database.reader, { ...selection, kinds: some }, size)
  }

  /** Returns those of the ids that are jobs that the caller sees. */
  seen(caller: Pick<JobCaller, 'userId' | 'administrator'>, ids: readonly string[]): Promise<readonly string[]> {
    return selectedIds(this.#database.reader, this.#seenBy(caller), ids)
  }

  /** Returns the unfinished job with this `onlyOne`. */
  open(tx: Tx, onlyOne: string): Promise<TrackedJob | undefined> {
    return openJob(tx, onlyOne)
  }

  /** Returns the number of unfinished jobs of a user. */
  countOpen(tx: Tx, userId: string, kinds: readonly string[]): Promise<number> {
    return countOpen(tx, userId, kinds)
  }

  /** Returns the items of a job with their results. */
  items({ id }: TrackedJob, page: ItemsPage): Promise<ListedItem[]> {
    return itemsOf(this.#database.reader, id, page)
  }

  /**
   * Cancels a job that the caller sees, between two of its transactions, and returns the job. What is committed stays.
   * Throws `job.not_found`, and the error of the kind when the job has ended.
   */
  async cancel(caller: JobCaller, id: string): Promise<TrackedJob> {
    const job = await this.find(caller, id)
    if (job === undefined) throw jobNotFound(`job ${id.slice(0, 100)} not found`)
    const kind = this.#kindOf(job.kind)
    await this.#database.transaction(async (tx) => {
      const ended = await endJob(tx, job.id, { state: 'cancelled', at: new Date(this.#clock.nowMs()) })
      if (ended === undefined) throw (kind.endedError ?? jobEnded)(`job ${job.id} has already ended`)
      if (!kind.keepsItems) await deleteItems(tx, job.id)
      await kind.cancelled(tx, caller, ended)
    })
    return (await jobById(this.#database.single, job.id))!
  }

  /** Returns the path of the application that a job works on. */
  application(job: TrackedJob): string | null {
    return this.#kindOf(job.kind).application?.(job) ?? null
  }

  /** Returns the result of a job as the caller sees it. */
  async shown(job: TrackedJob, caller: JobCaller): Promise<object | null> {
    return this.#kindOf(job.kind).shown(job, caller)
  }

  /** Interrupts the runs of this node and waits for them; other runs resume the jobs. */
  async close(): Promise<void> {
    this.#closing.abort(new Error('this node is stopping'))
    await Promise.all(this.#running)
  }

  #kindOf(name: string): JobKind {
    const kind = this.#kinds.get(name)
    if (kind === undefined) throw new Error(`there is no kind of job ${name}`)
    return kind
  }

  async #run(id: string, signal: AbortSignal): Promise<void> {
    const ending = runJob(
      { database: this.#database, clock: this.#clock, log: this.#log, kinds: this.#kinds },
      id,
      signal,
    )
    const ended = ending.catch(() => {})
    this.#running.add(ended)
    await ending.finally(() => this.#running.delete(ended))
  }

  async #removeOld(): Promise<void> {
    for (const { name, keptMs } of this.#kinds.values())
      if (keptMs !== undefined) await deleteJobs(this.#database.single, name, new Date(this.#clock.nowMs() - keptMs))
  }

  /** Returns the condition for the jobs that a caller sees. */
  #seenBy({ userId, administrator }: Pick<JobCaller, 'userId' | 'administrator'>): JobSelection {
    const seen = [...this.#kinds.values()].filter((kind) => administrator || kind.seenBy === 'its user')
    return { kinds: seen.map(({ name }) => name), createdBy: administrator ? undefined : userId }
  }
}
