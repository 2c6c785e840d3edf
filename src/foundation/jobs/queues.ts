import { setTimeout as wait } from 'node:timers/promises'
import type { PgBoss, QueueResult } from 'pg-boss'
import type { Database, Tx } from '../db/database.ts'
import { newId } from '../kit/ids.ts'
import type { Log } from '../kit/log.ts'
import type { Tracing } from '../tracing/index.ts'
import { pollEveryS, prepareQueue, type QueueOptions } from './boss.ts'
import {
  busyQueues,
  insertJob,
  insertOnlyJob,
  type JobReport,
  jobReport,
  putBackInterrupted,
  putBackOrphans,
} from './jobs.store.ts'

const maxCloseMs = 3_500
const settlePollMs = 10

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

/** Queues of jobs in the database, and this node's workers on them. */
export interface Queues {
  work<Data extends object>(queue: string, handler: Handler<Data>, options?: QueueOptions): Promise<void>
  enqueue(tx: Tx, job: { queue: string; data: object; delayMs: number }): Promise<string>
  /** Enqueues a job without data unless the queue holds a job already. */
  enqueueOnce(queue: string, delayMs: number): Promise<void>
  nudge(queue: string): void
  report(queue: string, id: string): Promise<JobReport | undefined>
  start(): Promise<void>
  /** Puts back the jobs of dead nodes. */
  putBackOrphans(whose: 'all' | 'without heartbeat'): Promise<void>
  /** Waits until no job of this node's queues is due or running. Returns false when that takes longer than `maxMs`. */
  settle(maxMs: number): Promise<boolean>
  close(): Promise<void>
  /** Names of the queues that this node handles. */
  names(): readonly string[]
}

interface Registration {
  readonly handler: Handler<object>
  readonly concurrency: number
  readonly workerIds: string[]
  isStartingWorker: boolean
}

interface QueuesDeps {
  readonly boss: PgBoss
  readonly database: Database
  readonly log: Log
  readonly tracing: Tracing
}

/** Creates the queues on a started pg-boss. */
export function createQueues({ boss, database, log, tracing }: QueuesDeps): Queues {
  const registrations = new Map<string, Registration>()
  const stopping = new AbortController()
  let isStarted = false
  let presentQueues: Promise<ReadonlyMap<string, QueueResult>> | undefined

  /** Returns the queues of the database by name. Only the first call reads them, all in one statement. */
  function present(): Promise<ReadonlyMap<string, QueueResult>> {
    presentQueues ??= boss.getQueues().then((queues) => new Map(queues.map((queue) => [queue.name, queue])))
    return presentQueues
  }

  const handle = async (queue: string, handler: Handler<object>, job: BossJob): Promise<void> => {
    const signal = AbortSignal.any([job.signal, stopping.signal])
    try {
      // Chancery's connections return JSON as text.
      const attempt = job.retryCount + 1
      const attributes = { 'chancery.job_id': job.id, 'chancery.attempt': attempt }
      await tracing.span({ name: `job ${queue}`, kind: 'consumer', attributes }, () =>
        handler({ id: job.id, data: JSON.parse(job.data) as object, attempt, signal }),
      )
    } catch (error) {
      if (!stopping.signal.aborted) {
        log('warn', 'a job failed', { queue, jobId: job.id, attempt: job.retryCount + 1, error })
        throw error
      }
      await putBackInterrupted(database.single, queue, job.id)
    }
  }

  /**
   * Starts one more worker of a queue. An idle queue has one, which polls; a worker that gets a job wakes the next one
   * or starts it, so that many jobs soon have all workers. The first polls most often.
   */
  const startWorker = async (queue: string, registration: Registration): Promise<void> => {
    const { handler, workerIds } = registration
    const place = workerIds.length
    const pollingIntervalSeconds = pollEveryS[database.kind] * (place + 1)
    const options = { pollingIntervalSeconds, heartbeatRefreshSeconds: 3 }
    const workerId: string = await boss.work<object>(queue, options, async ([job]) => {
      wakeNext(queue, registration, place)
      try {
        await handle(queue, handler, job as unknown as BossJob)
      } finally {
        // The queue may hold more jobs, so poll again at once.
        boss.notifyWorker(workerId)
      }
    })
    workerIds.push(workerId)
  }
  const wakeNext = (queue: string, registration: Registration, place: number): void => {
    const { workerIds, concurrency } = registration
    const next = workerIds[place + 1]
    if (next !== undefined) boss.notifyWorker(next)
    if (registration.isStartingWorker || workerIds.length > place + 1) return
    if (workerIds.length === concurrency || stopping.signal.aborted) return
    registration.isStartingWorker = true
    startWorker(queue, registration)
      .catch((error: unknown) => log('warn', 'a worker of a queue could not be started', { queue, error }))
      .finally(() => {
        registration.isStartingWorker = false
      })
  }
  const nudge = (queue: string): void => {
    for (const id of registrations.get(queue)?.workerIds ?? []) boss.notifyWorker(id)
  }

  return {
    async work(queue, handler, options = {}) {
      if (registrations.has(queue)) throw new Error(`queue ${queue} has a handler already`)
      await prepareQueue(boss, { kind: database.kind, present: await present() }, queue, options)
      const registration = {
        handler: handler as unknown as Handler<object>,
        concurrency: options.concurrency ?? 1,
        workerIds: [],
        isStartingWorker: false,
      }
      registrations.set(queue, registration)
      if (isStarted) await startWorker(queue, registration)
    },
    async enqueue(tx, job) {
      const id = newId()
      if (!(await insertJob(tx, { id, ...job }))) throw new Error(`there is no queue ${job.queue}`)
      return id
    },
    enqueueOnce: (queue, delayMs) => insertOnlyJob(database.single, { id: newId(), queue, data: {}, delayMs }),
    nudge,
    report: (queue, id) => jobReport(database.reader, queue, id),
    async start() {
      if (isStarted) return
      isStarted = true
      for (const [queue, registration] of registrations) await startWorker(queue, registration)
    },
    async putBackOrphans(whose) {
      const count = await putBackOrphans(database.single, whose)
      if (count === 0) return
      log('warn', `${count} jobs of a killed process are resumed`)
      for (const queue of registrations.keys()) nudge(queue)
    },
    async settle(maxMs) {
      const tooLate = AbortSignal.timeout(maxMs)
      while (isStarted) {
        const busy = await busyQueues(database.single, [...registrations.keys()])
        if (busy.length === 0) return true
        if (tooLate.aborted || stopping.signal.aborted) return false
        for (const { queue, waits } of busy) if (waits) nudge(queue)
        await wait(settlePollMs)
      }
      return true
    },
    async close() {
      stopping.abort(new Error('this node is stopping'))
      const queues = isStarted ? [...registrations.keys()] : []
      const ended = Promise.all(queues.map((queue) => boss.offWork(queue, { wait: true })))
      await Promise.race([ended, wait(maxCloseMs, undefined, { ref: false })])
    },
    names: () => [...registrations.keys()],
  }
}

/** A job as pg-boss passes it on over connections that return JSON as text. */
interface BossJob {
  readonly id: string
  readonly data: string
  readonly retryCount: number
  readonly signal: AbortSignal
}
