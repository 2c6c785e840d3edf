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
   * Aborted when the node stops or when another node has taken over the job. A handler that ends early for this
   * reason must throw (`signal.throwIfAborted()`); a handler that returns has completed the job.
   */
  readonly signal: AbortSignal
}

export type Handler<Data> = (job: Job<Data>) => Promise<void>

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

/** Queues of jobs in the database, and this node's workers on them. */
export class Queues {
  readonly #boss: PgBoss
  readonly #database: Database
  readonly #log: Log
  readonly #tracing: Tracing
  readonly #registrations = new Map<string, Registration>()
  readonly #stopping = new AbortController()
  #isStarted = false
  #presentQueues: Promise<ReadonlyMap<string, QueueResult>> | undefined

  /** Creates the queues on a started pg-boss. */
  constructor({ boss, database, log, tracing }: QueuesDeps) {
    this.#boss = boss
    this.#database = database
    this.#log = log
    this.#tracing = tracing
  }

  async work<Data extends object>(queue: string, handler: Handler<Data>, options: QueueOptions = {}): Promise<void> {
    if (this.#registrations.has(queue)) throw new Error(`queue ${queue} has a handler already`)
    await prepareQueue(this.#boss, { kind: this.#database.kind, present: await this.#present() }, queue, options)
    const registration = {
      handler: handler as unknown as Handler<object>,
      concurrency: options.concurrency ?? 1,
      workerIds: [],
      isStartingWorker: false,
    }
    this.#registrations.set(queue, registration)
    if (this.#isStarted) await this.#startWorker(queue, registration)
  }

  async enqueue(tx: Tx, job: { queue: string; data: object; delayMs: number }): Promise<string> {
    const id = newId()
    if (!(await insertJob(tx, { id, ...job }))) throw new Error(`there is no queue ${job.queue}`)
    return id
  }

  /** Enqueues a job without data unless a job already waits in the queue. */
  enqueueOnce(queue: string, delayMs: number): Promise<void> {
    return insertOnlyJob(this.#database.single, { id: newId(), queue, data: {}, delayMs })
  }

  nudge(queue: string): void {
    for (const id of this.#registrations.get(queue)?.workerIds ?? []) this.#boss.notifyWorker(id)
  }

  report(queue: string, id: string): Promise<JobReport | undefined> {
    return jobReport(this.#database.reader, queue, id)
  }

  async start(): Promise<void> {
    if (this.#isStarted) return
    this.#isStarted = true
    for (const [queue, registration] of this.#registrations) await this.#startWorker(queue, registration)
  }

  /** Puts back the jobs of dead nodes. */
  async putBackOrphans(whose: 'all' | 'without heartbeat'): Promise<void> {
    const count = await putBackOrphans(this.#database.single, whose)
    if (count === 0) return
    this.#log('warn', `${count} jobs of a killed process are resumed`)
    for (const queue of this.#registrations.keys()) this.nudge(queue)
  }

  /**
   * Waits until no job of this node's queues is due or running. Returns false when that takes longer than `maxMs`, or
   * when the node stops.
   */
  async settle(maxMs: number): Promise<boolean> {
    const tooLate = AbortSignal.timeout(maxMs)
    while (this.#isStarted) {
      const busy = await busyQueues(this.#database.single, [...this.#registrations.keys()])
      if (busy.length === 0) return true
      if (tooLate.aborted || this.#stopping.signal.aborted) return false
      for (const { queue, waits } of busy) if (waits) this.nudge(queue)
      await wait(settlePollMs)
    }
    return true
  }

  async close(): Promise<void> {
    this.#stopping.abort(new Error('this node is stopping'))
    const queues = this.#isStarted ? [...this.#registrations.keys()] : []
    const ended = Promise.all(queues.map((queue) => this.#boss.offWork(queue, { wait: true })))
    await Promise.race([ended, wait(maxCloseMs, undefined, { ref: false })])
  }

  /** Names of the queues that this node handles. */
  names(): readonly string[] {
    return [...this.#registrations.keys()]
  }

  /** Returns the queues of the database by name. Only the first call reads them, all in one statement. */
  #present(): Promise<ReadonlyMap<string, QueueResult>> {
    this.#presentQueues ??= this.#boss.getQueues().then((queues) => new Map(queues.map((queue) => [queue.name, queue])))
    return this.#presentQueues
  }

  async #handle(queue: string, handler: Handler<object>, job: BossJob): Promise<void> {
    const signal = AbortSignal.any([job.signal, this.#stopping.signal])
    try {
      // `job.data` is a text, because Chancery's connections return JSON as text.
      const attempt = job.retryCount + 1
      const attributes = { 'chancery.job_id': job.id, 'chancery.attempt': attempt }
      await this.#tracing.span({ name: `job ${queue}`, kind: 'consumer', attributes }, () =>
        handler({ id: job.id, data: JSON.parse(job.data) as object, attempt, signal }),
      )
    } catch (error) {
      if (!this.#stopping.signal.aborted) {
        this.#log('warn', 'a job failed', { queue, jobId: job.id, attempt: job.retryCount + 1, error })
        throw error
      }
      await putBackInterrupted(this.#database.single, queue, job.id)
    }
  }

  /**
   * Starts one more worker of a queue. A queue begins with one worker, which polls; a worker that gets a job wakes
   * the next one or starts it, so that many jobs soon have all workers. The first polls most often.
   */
  async #startWorker(queue: string, registration: Registration): Promise<void> {
    const { handler, workerIds } = registration
    const place = workerIds.length
    const pollingIntervalSeconds = pollEveryS[this.#database.kind] * (place + 1)
    const options = { pollingIntervalSeconds, heartbeatRefreshSeconds: 3 }
    const workerId: string = await this.#boss.work<object>(queue, options, async ([job]) => {
      this.#wakeNext(queue, registration, place)
      try {
        await this.#handle(queue, handler, job as unknown as BossJob)
      } finally {
        // The queue may hold more jobs, so poll again at once.
        this.#boss.notifyWorker(workerId)
      }
    })
    workerIds.push(workerId)
  }

  #wakeNext(queue: string, registration: Registration, place: number): void {
    const { workerIds, concurrency } = registration
    const next = workerIds[place + 1]
    if (next !== undefined) this.#boss.notifyWorker(next)
    if (registration.isStartingWorker || workerIds.length > place + 1) return
    if (workerIds.length === concurrency || this.#stopping.signal.aborted) return
    registration.isStartingWorker = true
    this.#startWorker(queue, registration)
      .catch((error: unknown) => this.#log('warn', 'a worker of a queue could not be started', { queue, error }))
      .finally(() => {
        registration.isStartingWorker = false
      })
  }
}

/** A job as pg-boss passes it on over connections that return JSON as text. */
interface BossJob {
  readonly id: string
  readonly data: string
  readonly retryCount: number
  readonly signal: AbortSignal
}
