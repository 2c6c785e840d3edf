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
 * Maximum number of milliseconds between two polls. Changes on other nodes, and changes that a long transaction held
 * back, are found by these polls.
 */
const maxPollIntervalMs = 1_000
/** Delay after the first failure in milliseconds; doubles with each further failure. */
const retryMs = 1_000
const maxRetryMs = 60_000
const heldBackPollMs = 10

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

export interface EventReader {
  /** Creates the position of the reader on its first start, and begins to read. */
  start(): Promise<void>
  /** Polls for events soon instead of at the next regular time. */
  wake(): void
  /**
   * Handles all committed events, even when `start` was not called. Returns whether there were any. Waits up to
   * `maxHeldBackMs` for running transactions that hold committed events back, also those of other databases of the
   * server.
   */
  settle(): Promise<boolean>
  /** Stops reading after the batch that is being handled. Another `start` continues at the same position. */
  stop(): Promise<void>
}

/**
 * Creates a reader. Only one node at a time reads under a name; when that node stops or dies, another one takes over.
 */
export function createEventReader(
  { database, log }: { database: Database; log: Log },
  { beginning = 'now', publishedOnly = false, maxEvents = 100, maxHeldBackMs = 2_000, ...named }: ReaderOptions,
): EventReader {
  const options: BatchOptions = { ...named, publishedOnly, maxEvents }
  const pause = new Pause(firstPollDelayMs)
  let starting: Promise<void> | undefined
  let placed: Promise<void> | undefined
  let running: Promise<void> | undefined
  let failures = 0
  let last: Promise<BatchResult> = Promise.resolve('idle')
  let isHeldBack = false
  /** Number of batches that had events. */
  let handledBatches = 0

  /**
   * Reads the next batch after the previous one has ended. If this node read two batches at once, each would take the
   * other for one of another node.
   */
  function read(): Promise<BatchResult> {
    const own = last.then(async () => {
      const result = await readBatch(database, options)
      if (result !== 'idle') handledBatches++
      return result
    })
    last = own.catch(() => 'idle')
    return own
  }

  const delayAfter = (result: BatchResult, before: number): number => {
    if (result === 'more') return 0
    return result === 'read' ? firstPollDelayMs : Math.min(Math.max(2 * before, firstPollDelayMs), maxPollIntervalMs)
  }

  async function poll(delayMs: number): Promise<number> {
    try {
      const result = await read()
      failures = 0
      return delayAfter(result, delayMs)
    } catch (error) {
      log('warn', `the event reader "${options.name}" failed and will repeat the same events`, { error })
      return Math.min(retryMs * 2 ** failures++, maxRetryMs)
    }
  }

  async function run(): Promise<void> {
    for (let delayMs = 0; !pause.isOver(); ) {
      const nextMs = await poll(delayMs)
      const wasWoken = await pause.wait(nextMs, failures === 0)
      delayMs = wasWoken ? firstPollDelayMs : nextMs
    }
  }

  /** Creates the position of the reader unless an earlier call has done so. */
  function place(): Promise<void> {
    placed ??= insertPosition(database.single, options.name, beginning).catch((error) => {
      placed = undefined
      throw error
    })
    return placed
  }

  /** Waits until all events that are committed now can be read. After it has waited in vain, it looks only once. */
  async function untilReadable(): Promise<void> {
    const turn = await newestHeldBack(database.reader)
    const untilMs = performance.now() + (isHeldBack ? 0 : maxHeldBackMs)
    let isOpen = turn === undefined
    while (!isOpen && performance.now() < untilMs) {
      await sleep(heldBackPollMs)
      isOpen = await isReadable(database.reader, turn!)
    }
    if (!isOpen && !isHeldBack) log('warn', 'a long transaction on the database server holds events back')
    isHeldBack = !isOpen
  }

  async function begin(): Promise<void> {
    await place()
    pause.begin()
    running = run()
  }

  return {
    async start() {
      if (running !== undefined) return
      starting ??= begin().finally(() => {
        starting = undefined
      })
      await starting
    },
    wake: () => pause.shorten(),
    async settle() {
      // A batch that ends meanwhile counts too, because its handler may cause further work.
      const before = handledBatches
      await place()
      await untilReadable()
      while ((await read()) === 'more');
      return handledBatches !== before
    },
    async stop() {
      // Wait for a start that is under way, because it would begin to read after the stop.
      await starting?.catch(() => {})
      pause.end()
      await running
      running = undefined
    },
  }
}
