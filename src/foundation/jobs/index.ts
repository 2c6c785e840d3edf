// Jobs: work that continues after the answer. A job is written in its caller's transaction and runs at least once on
// some node. It is retried when it fails, and restarted when its node dies, so handlers must tolerate running again.
// Periodic jobs run at regular intervals. Tracked jobs have a state, progress and a result that users see.
import type { Database, Tx } from '../db/database.ts'
import { type Clock, isMovable, systemClock } from '../kit/clock.ts'
import type { Log } from '../kit/log.ts'
import type { PeriodicJob } from '../kit/time/periodic-job.ts'
import { noTracing, type Tracing } from '../tracing/index.ts'
import { type ClockFollower, createAdvanceClock } from './advance-clock.ts'
import { createBoss, type QueueOptions } from './boss.ts'
import { createActiveIndex, type JobReport } from './jobs.store.ts'
import { createPeriodicJobs } from './periodic-jobs.ts'
import {
  createFailedIndex,
  type FailedJob,
  failedJobs,
  putBackFailed,
  type QueueReport,
  queueReports,
} from './queue-report.store.ts'
import { type Handler, Queues } from './queues.ts'
import { TrackedJobs } from './tracked/tracked-jobs.ts'

export type { PeriodicJob } from '../kit/time/periodic-job.ts'

export * from './errors.ts'
export { insertJobs, type JobReport } from './jobs.store.ts'

export type { Handler, Job } from './queues.ts'
export { adoptRestoredJobs, createQueueTables } from './restored-jobs.store.ts'
export * from './tracked/job-kind.ts'
export { jobVersions } from './tracked/tracked-jobs.store.ts'
export type { TrackedJobs } from './tracked/tracked-jobs.ts'

/** Interval in ms of the search for jobs of dead nodes; a node counts as dead 10 s after its last heartbeat. */
const putBackOrphansEveryMs = 5_000
/** Maximum number of failed jobs that `overview` returns. */
const maxFailures = 100

export interface Jobs {
  /** Creates the queue. From `start()` on, this node handles its jobs. */
  work<Data extends object>(queue: string, handler: Handler<Data>, options?: QueueOptions): Promise<void>
  /**
   * Writes a job as part of `tx` and returns its id. The job is due at `startAfter`, or at once. Call `nudge` after
   * the commit to start a job that is due at once.
   */
  enqueue(tx: Tx, queue: string, data: object, options?: { startAfter?: Date }): Promise<string>
  /** Wakes this node's workers of a queue, which otherwise poll every few seconds. */
  nudge(queue: string): void
  /** Returns the state of a job; undefined for an unknown job, or one that ended days ago. */
  report(queue: string, id: string): Promise<JobReport | undefined>
  /** Returns the queues of all nodes with the numbers of their jobs, and the newest failed jobs. */
  overview(): Promise<{ readonly queues: readonly QueueReport[]; readonly failures: readonly FailedJob[] }>
  /**
   * Gives a failed job one more attempt, as part of `tx`. Returns its queue; undefined when no failed job has the id.
   */
  retryFailed(tx: Tx, id: string): Promise<string | undefined>
  /** Jobs with a stored state, progress and result. */
  readonly tracked: TrackedJobs
  /** Registers a job that runs at regular intervals, from `start()` on. */
  every(job: PeriodicJob): Promise<void>
  start(): Promise<void>
  /** Makes the followers of the clock process everything that is due, and waits for them. */
  settle(): Promise<void>
  /**
   * Registers a room that has due times of its own, so that `advanceClock` stops at these times and waits for the
   * room.
   */
  followClock(follower: ClockFollower): void
  /**
   * Moves a movable clock forward. Resolves when all work that is due by then has been done: jobs, jobs that these
   * jobs enqueue, and the work of the followers of the clock; does not wait for jobs that take more than a minute.
   * Throws for a clock that cannot be moved.
   */
  advanceClock(byMs: number): Promise<void>
  /**
   * Aborts running jobs. Waits for periodic jobs, and up to 3.5 s for the handlers of queues; unfinished jobs are
   * restarted later. A second call waits for the first.
   */
  close(): Promise<void>
}

export interface JobsDeps {
  readonly database: Database
  readonly log: Log
  /** Defaults to the system clock. */
  readonly clock?: Clock
  readonly tracing?: Tracing
}

export async function createJobs({ database, log, clock = systemClock, tracing = noTracing }: JobsDeps): Promise<Jobs> {
  const boss = createBoss(database, log)
  // Nodes that start together on an empty database would all create the tables of the queue.
  await database.alone(async () => {
    await boss.start()
    await createActiveIndex(database.single)
    await createFailedIndex(database.single)
  })
  const queues = new Queues({ boss, database, log, tracing })
  const periodic = createPeriodicJobs({ clock, log, queues })
  const tracked = new TrackedJobs({ database, clock, log, queues, every: periodic.every })
  const followers: ClockFollower[] = []
  const advance = isMovable(clock)
    ? createAdvanceClock({ clock, database, queues, periodic, followers, log })
    : undefined
  let isStarted = false
  let closing: Promise<void> | undefined

  // The embedded database has one process, which puts back its own jobs at the start.
  if (database.kind === 'postgres') {
    await periodic.every({
      name: 'put back the jobs of dead nodes',
      everyMs: putBackOrphansEveryMs,
      on: 'every node',
      run: () => queues.putBackOrphans('without heartbeat'),
    })
  }

  async function close(): Promise<void> {
    await Promise.all([periodic.close(), tracked.close(), queues.close()])
    await boss.stop({ graceful: false })
  }

  return {
    work: (queue, handler, options) => queues.work(queue, handler, options),
    enqueue: (tx, queue, data, { startAfter } = {}) => {
      const delayMs = startAfter === undefined ? 0 : Math.max(startAfter.getTime() - clock.nowMs(), 0)
      return queues.enqueue(tx, { queue, data, delayMs })
    },
    nudge: (queue) => queues.nudge(queue),
    report: (queue, id) => queues.report(queue, id),
    overview: async () => ({
      queues: await queueReports(database.reader),
      failures: await failedJobs(database.reader, maxFailures),
    }),
    retryFailed: putBackFailed,
    tracked,
    every: periodic.every,
    async start() {
      if (isStarted) return
      isStarted = true
      if (database.kind === 'embedded') await queues.putBackOrphans('all')
      await queues.start()
      await periodic.start()
    },
    async settle() {
      while ((await Promise.all(followers.map((follower) => follower.settle()))).includes(true));
    },
    followClock(follower) {
      followers.push(follower)
    },
    async advanceClock(byMs) {
      if (advance === undefined) throw new Error('the system clock cannot be moved')
      await advance(byMs)
    },
    close() {
      closing ??= close()
      return closing
    },
  }
}
