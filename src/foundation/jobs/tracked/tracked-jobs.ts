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
  /** Returns the delay until the queue runs a job with so many items, in milliseconds; for jobs that `runNow` runs first. */
  readonly delayMs?: (total: number) => number
}

/**
 * Jobs with a stored state, progress and result. A started job is resumed until it has ended, on another node if its
 * node dies; see `runJob`.
 */
export interface TrackedJobs {
  /** Adds a kind. From the start of the queues on, this node runs jobs of the kind. */
  add(kind: JobKind): Promise<void>
  /**
   * Stores and enqueues a job as part of `tx`. Returns undefined when an unfinished job has the same `onlyOne`. Call
   * `nudge` after the commit.
   */
  start(tx: Tx, userId: string, request: JobRequest): Promise<TrackedJob | undefined>
  /** Wakes this node's workers for a kind. */
  nudge(kind: string): void
  /** Runs a job that was started, and resolves when it has ended or the run was interrupted. */
  runNow(id: string): Promise<void>
  /** Returns a job that the caller sees; undefined when there is none. */
  find(caller: JobCaller, id: string): Promise<TrackedJob | undefined>
  /** Returns the newest jobs that the caller sees, of these kinds or of all. */
  list(caller: JobCaller, size: number, kinds?: readonly string[]): Promise<TrackedJob[]>
  /** Returns those of the ids that are jobs that the caller sees. */
  seen(caller: Pick<JobCaller, 'userId' | 'administrator'>, ids: readonly string[]): Promise<readonly string[]>
  /** Returns the unfinished job with this `onlyOne`. */
  open(tx: Tx, onlyOne: string): Promise<TrackedJob | undefined>
  /** Returns the number of unfinished jobs of a user. */
  countOpen(tx: Tx, userId: string, kinds: readonly string[]): Promise<number>
  /** Returns the items of a job with their results. */
  items(job: TrackedJob, page: ItemsPage): Promise<ListedItem[]>
  /**
   * Cancels a job that the caller sees, between two of its transactions, and returns the job. What is committed stays.
   * Throws `job.not_found`, and the error of the kind when the job has ended.
   */
  cancel(caller: JobCaller, id: string): Promise<TrackedJob>
  /** Returns the path of the application that a job works on. */
  application(job: TrackedJob): string | null
  /** Returns the result of a job as the caller sees it. */
  shown(job: TrackedJob, caller: JobCaller): Promise<object | null>
  /** Interrupts the runs of this node and waits for them; other runs resume the jobs. */
  close(): Promise<void>
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

export function createTrackedJobs({ database, clock, log, queues, every }: TrackedJobsDeps): TrackedJobs {
  const kinds = new Map<string, JobKind>()
  const closing = new AbortController()
  const running = new Set<Promise<void>>()
  let hasCleaning = false
  const kindOf = (name: string): JobKind => {
    const kind = kinds.get(name)
    if (kind === undefined) throw new Error(`there is no kind of job ${name}`)
    return kind
  }

  async function run(id: string, signal: AbortSignal): Promise<void> {
    const ending = runJob({ database, clock, log, kinds }, id, signal)
    const ended = ending.catch(() => {})
    running.add(ended)
    await ending.finally(() => running.delete(ended))
  }

  async function removeOld(): Promise<void> {
    for (const { name, keptMs } of kinds.values())
      if (keptMs !== undefined) await deleteJobs(database.single, name, new Date(clock.nowMs() - keptMs))
  }

  /** Returns the condition for the jobs that a caller sees. */
  function seenBy({ userId, administrator }: Pick<JobCaller, 'userId' | 'administrator'>): JobSelection {
    const seen = [...kinds.values()].filter((kind) => administrator || kind.seenBy === 'its user')
    return { kinds: seen.map(({ name }) => name), createdBy: administrator ? undefined : userId }
  }

  async function find(caller: JobCaller, id: string): Promise<TrackedJob | undefined> {
    const job = isUuid(id) ? await jobById(database.single, id) : undefined
    const selection = seenBy(caller)
    const isSeen = job && selection.kinds.includes(job.kind) && [undefined, job.createdBy].includes(selection.createdBy)
    return isSeen ? job : undefined
  }

  return {
    async add(kind) {
      const isNewQueue = ![...kinds.values()].some(({ queue }) => queue.name === kind.queue.name)
      if (kinds.has(kind.name)) throw new Error(`there are two kinds of jobs ${kind.name}`)
      kinds.set(kind.name, kind)
      const { keptMs, queue } = kind
      if (isNewQueue) {
        await queues.work<{ job: string }>(
          queue.name,
          async ({ data, signal }) => {
            try {
              await run(data.job, AbortSignal.any([signal, closing.signal]))
            } catch (error) {
              // An error before the queue has stopped would count as a failed attempt, so wait for the queue's signal.
              if (closing.signal.aborted && !signal.aborted) await once(signal, 'abort')
              throw error
            }
          },
          { ...queueOptions, concurrency: queue.concurrency },
        )
      }
      if (keptMs === undefined || hasCleaning) return
      hasCleaning = true
      await every({ name: 'remove old jobs', everyMs: cleanEveryMs, on: 'one node', run: removeOld })
    },
    async start(tx, userId, { delayMs = () => 0, ...request }) {
      const { queue } = kindOf(request.kind)
      const at = new Date(clock.nowMs())
      const job = await insertJob(tx, { ...request, id: newId(at.getTime()), createdBy: userId }, at)
      if (job === undefined) return undefined
      await queues.enqueue(tx, { queue: queue.name, data: { job: job.id }, delayMs: delayMs(job.total) })
      return job
    },
    nudge: (kind) => queues.nudge(kindOf(kind).queue.name),
    runNow: (id) => run(id, closing.signal),
    find,
    async list(caller, size, wanted) {
      const selection = seenBy(caller)
      const some = wanted === undefined ? selection.kinds : selection.kinds.filter((name) => wanted.includes(name))
      return newestJobs(database.reader, { ...selection, kinds: some }, size)
    },
    seen: (caller, ids) => selectedIds(database.reader, seenBy(caller), ids),
    open: openJob,
    countOpen,
    items: ({ id }, page) => itemsOf(database.reader, id, page),
    async cancel(caller, id) {
      const job = await find(caller, id)
      if (job === undefined) throw jobNotFound(`job ${id.slice(0, 100)} not found`)
      const kind = kindOf(job.kind)
      await database.transaction(async (tx) => {
        const ended = await endJob(tx, job.id, { state: 'cancelled', at: new Date(clock.nowMs()) })
        if (ended === undefined) throw (kind.endedError ?? jobEnded)(`job ${job.id} has already ended`)
        if (!kind.keepsItems) await deleteItems(tx, job.id)
        await kind.cancelled(tx, caller, ended)
      })
      return (await jobById(database.single, job.id))!
    },
    application: (job) => kindOf(job.kind).application?.(job) ?? null,
    shown: async (job, caller) => kindOf(job.kind).shown(job, caller),
    async close() {
      closing.abort(new Error('this node is stopping'))
      await Promise.all(running)
    },
  }
}
