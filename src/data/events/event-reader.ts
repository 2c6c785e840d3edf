import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../../foundation/db/database.ts'
import type { Log } from '../../foundation/kit/log.ts'
import { isReadable, newestHeldBack } from './events.store.ts'
import { Pause } from './pause.ts'
import { type Beginning, insertPosition } from './positions.store.ts'
import { type BatchOptions, type BatchResult, readBatch } from './read-batch.ts'

/**
 * Delay in milliseconds between a change on this node and the poll for its event; changes made meanwhile are read
 * together.
 */
const firstPollDelayMs = 20
/**
 * Maximum number of milliseconds between two polls that succeed. Changes on other nodes, and changes that a long
 * transaction held back, are found by these polls.
 */
const maxPollIntervalMs = 1_000
/** Delay after the first failure in milliseconds; doubles with each further failure. */
const retryMs = 1_000
const maxRetryMs = 60_000
const heldBackPollMs = 10
/**
 * Delay in milliseconds after events that the handler did not need; changes do not shorten it. The first event that the
 * handler needs again may wait so long.
 */
const skippedPollMs = 200

export interface ReaderOptions
  extends Pick<BatchOptions, 'name' | 'handle'>,
    Partial<Omit<BatchOptions, 'name' | 'handle'>> {
  /** Where the reader begins when it is started for the first time on this database; defaults to `now`. */
  readonly beginning?: Beginning
  /**
   * Maximum number of milliseconds for which `settle` waits for transactions that hold events back; two seconds by
   * default.
   */
  readonly maxHeldBackMs?: number
}

/**
 * Reads events in order and hands them to its handler. Only one node at a time reads under a name; when that node stops
 * or dies, another one takes over.
 */
export class EventReader {
  readonly #database: Database
  readonly #log: Log
  readonly #options: BatchOptions
  readonly #beginning: Beginning
  readonly #maxHeldBackMs: number
  readonly #pause = new Pause(firstPollDelayMs)
  #starting: Promise<void> | undefined
  #placed: Promise<void> | undefined
  #running: Promise<void> | undefined
  #failures = 0
  /** Whether a change ends the pause before the next reading. Not after skipped events or a failure. */
  #mayShorten = true
  #last: Promise<BatchResult> = Promise.resolve('idle')
  #isHeldBack = false
  /** Number of batches that had events. */
  #handledBatches = 0

  constructor(
    { database, log }: { readonly database: Database; readonly log: Log },
    { beginning = 'now', publishedOnly = false, maxEvents = 100, maxHeldBackMs = 2_000, ...named }: ReaderOptions,
  ) {
    this.#database = database
    this.#log = log
    this.#options = { ...named, publishedOnly, maxEvents }
    this.#beginning = beginning
    this.#maxHeldBackMs = maxHeldBackMs
  }

  /** Creates the position of the reader on its first start, and begins to read. */
  async start(): Promise<void> {
    if (this.#running !== undefined) return
    this.#starting ??= this.#begin().finally(() => {
      this.#starting = undefined
    })
    await this.#starting
  }

  /** Polls for events soon instead of at the next regular time. */
  wake(): void {
    this.#pause.shorten()
  }

  /**
   * Handles all committed events, even when `start` was not called. Returns whether there were any. Waits up to
   * `maxHeldBackMs` for running transactions that hold committed events back, also those of other databases of the
   * server.
   */
  async settle(): Promise<boolean> {
    // A batch that ends meanwhile counts too, because its handler may cause further work.
    const before = this.#handledBatches
    await this.#place()
    await this.#untilReadable()
    while ((await this.#read()) === 'more');
    return this.#handledBatches !== before
  }

  /** Stops reading after the batch that is being handled. Another `start` continues at the same position. */
  async stop(): Promise<void> {
    // Wait for a start that is under way, because it would begin to read after the stop.
    await this.#starting?.catch(() => {})
    this.#pause.end()
    await this.#running
    this.#running = undefined
  }

  async #begin(): Promise<void> {
    await this.#place()
    this.#pause.begin()
    this.#running = this.#run()
  }

  /** Creates the position of the reader unless an earlier call has done so. */
  #place(): Promise<void> {
    this.#placed ??= insertPosition(this.#database.single, this.#options.name, this.#beginning).catch((error) => {
      this.#placed = undefined
      throw error
    })
    return this.#placed
  }

  async #run(): Promise<void> {
    for (let delayMs = 0; !this.#pause.isOver(); ) {
      const nextMs = await this.#poll(delayMs)
      const wasWoken = await this.#pause.wait(nextMs, this.#mayShorten)
      delayMs = wasWoken ? firstPollDelayMs : nextMs
    }
  }

  async #poll(delayMs: number): Promise<number> {
    try {
      const result = await this.#read()
      this.#failures = 0
      this.#mayShorten = result !== 'skipped'
      return delayAfter(result, delayMs)
    } catch (error) {
      this.#mayShorten = false
      this.#log('warn', `the event reader "${this.#options.name}" failed and will repeat the same events`, { error })
      return Math.min(retryMs * 2 ** this.#failures++, maxRetryMs)
    }
  }

  /**
   * Reads the next batch after the previous one has ended. If this node read two batches at once, each batch would
   * take the other for a batch of another node.
   */
  #read(): Promise<BatchResult> {
    const own = this.#last.then(async () => {
      const result = await readBatch(this.#database, this.#options)
      if (result === 'read' || result === 'more') this.#handledBatches++
      return result
    })
    this.#last = own.catch(() => 'idle')
    return own
  }

  /**
   * Waits until all events that are committed now can be read. After a wait that ended without success, the next
   * calls do not wait until one finds all events readable.
   */
  async #untilReadable(): Promise<void> {
    const turn = await newestHeldBack(this.#database.reader)
    const untilMs = performance.now() + (this.#isHeldBack ? 0 : this.#maxHeldBackMs)
    let isOpen = turn === undefined
    while (!isOpen && performance.now() < untilMs) {
      await sleep(heldBackPollMs)
      isOpen = await isReadable(this.#database.reader, turn!)
    }
    if (!isOpen && !this.#isHeldBack) this.#log('warn', 'a long transaction on the database server holds events back')
    this.#isHeldBack = !isOpen
  }
}

/** Returns the delay until the next poll, in milliseconds. */
function delayAfter(result: BatchResult, beforeMs: number): number {
  if (result === 'more') return 0
  if (result === 'skipped') return skippedPollMs
  return result === 'read' ? firstPollDelayMs : Math.min(Math.max(2 * beforeMs, firstPollDelayMs), maxPollIntervalMs)
}
