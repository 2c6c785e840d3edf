// Jobs: work that continues after the answer. A job is written in its caller's transaction and runs at least once on
// some node. It is retried when it fails, and restarted when its node dies, so handlers must tolerate running again.
import { setTimeout as wait } from 'node:timers/promises'
import type { Database, Tx } from '../db/database.ts'
import { newId } from '../kit/ids.ts'
import type { Log } from '../kit/log.ts'
import { createBoss, pollEveryS, prepareQueue, type QueueOptions } from './boss.ts'
import {
  createActiveIndex,
  insertJob,
  type JobReport,
  jobReport,
  putBackInterrupted,
  putBackOrphans,
} from './jobs.store.ts'

export type { QueueOptions } from './boss.ts'
export type { JobReport } from './jobs.store.ts'

/** Interval in ms of the search for jobs of dead nodes; a node counts as dead 10 s after its last heartbeat. */
const lookForOrphansEveryMs = 5_000
const maxCloseMs = 3_500

export interface Job<Data> {
  readonly id: string
  readonly data: Data
  /** Number of the attempt; 1 for the first. */
  readonly attempt: number
  /**
   * Aborted when the node stops or when another node has taken over the job. A handler that ends early for this reason
   * must throw (`signal.throwIfAborted()`); a handler that returns has completed the job.
   */
  readonly signal: AbortSignal
}

export type Handler<Data> = (job: Job<Data>) => Promise<void>

export interface Jobs {
  /** Creates the queue. From `start()` on, this node handles its jobs. */
  work<Data extends object>(queue: string, handler: Handler<Data>, options?: QueueOptions): Promise<void>
  /** Writes a job as part of `tx` and returns its id. Call `nudge` after the commit to start the job at once. */
  enqueue(tx: Tx, queue: string, data: object, options?: { delayS?: number }): Promise<string>
  /** Wakes this node's workers of a queue, which otherwise poll every few seconds. */
  nudge(queue: string): void
  /** Returns the state of a job; undefined for an unknown job, or one that ended days ago. */
  report(queue: string, id: string): Promise<JobReport | undefined>
  start(): Promise<void>
  /** Aborts running handlers and waits up to 3.5 s for them. Unfinished jobs are restarted later. */
  close(): Promise<void>
}

interface Registration {
  readonly handler: Handler<object>
  readonly concurrency: number
  readonly workerIds: string[]
}

export async function createJobs({ database, log }: { database: Database; log: Log }): Promise<Jobs> {
  const boss = createBoss(database, log)
  const registrations = new Map<string, Registration>()
  const stopping = new AbortController()
  let started = false
  let orphanTimer: NodeJS.Timeout | undefined

  await boss.start()
  await createActiveIndex(database.single)

  const handle = async (queue: string, handler: Handler<object>, job: BossJob): Promise<void> => {
    const signal = AbortSignal.any([job.signal, stopping.signal])
    try {
      // Chancery's connections return JSON as text.
      await handler({ id: job.id, data: JSON.parse(job.data) as object, attempt: job.retryCount + 1, signal })
    } catch (error) {
      if (!stopping.signal.aborted) {
        log('warn', 'a job failed', { queue, jobId: job.id, attempt: job.retryCount + 1, error })
        throw error
      }
      await putBackInterrupted(database.single, queue, job.id)
    }
  }

  const startWorker = async (queue: string, { handler, workerIds }: Registration): Promise<void> => {
    const options = { pollingIntervalSeconds: pollEveryS[database.kind], heartbeatRefreshSeconds: 3 }
    const workerId: string = await boss.work<object>(queue, options, async ([job]) => {
      try {
        await handle(queue, handler, job as unknown as BossJob)
      } finally {
        // The queue may hold more jobs, so poll again at once.
        boss.notifyWorker(workerId)
      }
    })
    workerIds.push(workerId)
  }
  const startWorkers = async (queue: string, registration: Registration): Promise<void> => {
    for (let count = 0; count < registration.concurrency; count++) await startWorker(queue, registration)
  }

  const lookForOrphans = async (whose: 'all' | 'without heartbeat'): Promise<void> => {
    const count = await putBackOrphans(database.single, whose)
    if (count === 0) return
    log('warn', `${count} jobs of a killed process are taken up again`)
    for (const { workerIds } of registrations.values()) for (const id of workerIds) boss.notifyWorker(id)
  }

  return {
    async work(queue, handler, options = {}) {
      if (registrations.has(queue)) throw new Error(`queue ${queue} has a handler already`)
      await prepareQueue(boss, database.kind, queue, options)
      const registration = {
        handler: handler as unknown as Handler<object>,
        concurrency: options.concurrency ?? 1,
        workerIds: [],
      }
      registrations.set(queue, registration)
      if (started) await startWorkers(queue, registration)
    },
    async enqueue(tx, queue, data, { delayS = 0 } = {}) {
      const id = newId()
      if (!(await insertJob(tx, { id, queue, data, delayS }))) throw new Error(`there is no queue ${queue}`)
      return id
    },
    nudge(queue) {
      for (const id of registrations.get(queue)?.workerIds ?? []) boss.notifyWorker(id)
    },
    report: (queue, id) => jobReport(database.reader, queue, id),
    async start() {
      if (started) return
      started = true
      if (database.kind === 'embedded') await lookForOrphans('all')
      else {
        orphanTimer = setInterval(() => {
          lookForOrphans('without heartbeat').catch((error) =>
            log('warn', 'looking for orphaned jobs failed', { error }),
          )
        }, lookForOrphansEveryMs)
      }
      for (const [queue, registration] of registrations) await startWorkers(queue, registration)
    },
    async close() {
      clearInterval(orphanTimer)
      stopping.abort(new Error('this node is stopping'))
      const queues = started ? [...registrations.keys()] : []
      const ended = Promise.all(queues.map((queue) => boss.offWork(queue, { wait: true })))
      await Promise.race([ended, wait(maxCloseMs, undefined, { ref: false })])
      await boss.stop({ graceful: false })
    },
  }
}

/** A job as pg-boss passes it on over connections that return JSON as text. */
interface BossJob {
  readonly id: string
  readonly data: string
  readonly retryCount: number
  readonly signal: AbortSignal
}
