import type { Database } from '../../foundation/db/database.ts'
import type { Log } from '../../foundation/kit/log.ts'
import { createPause } from './pause.ts'
import { type Beginning, insertPosition } from './positions.store.ts'
import { type BatchOptions, type BatchResult, readBatch } from './read-batch.ts'

/**
 * Delay in milliseconds between a change on this node and the poll for its event; changes made meanwhile are read
 * together.
 */
const firstLookMs = 20
/**
 * Maximum number of milliseconds between two polls. Changes on other nodes, and changes that a long transaction held
 * back, are found by these polls.
 */
const maxLookMs = 1_000
/** Delay after the first failure in milliseconds; doubles with each further failure. */
const retryMs = 1_000
const maxRetryMs = 60_000

export interface ReaderOptions
  extends Pick<BatchOptions, 'name' | 'handle'>,
    Partial<Omit<BatchOptions, 'name' | 'handle'>> {
  /** Where the reader begins when it is started for the first time on this database; defaults to `now`. */
  readonly beginning?: Beginning
}

export interface EventReader {
  /** Creates the position of the reader on its first start, and begins to read. */
  start(): Promise<void>
  /** Polls for events soon instead of at the next regular time. */
  wake(): void
  /** Handles all events that are committed. Returns whether there were some. */
  settle(): Promise<boolean>
  /** Stops reading after the batch that is being handled. Another `start` continues at the same position. */
  stop(): Promise<void>
}

/** Creates a reader. One node at a time reads under a name; each node takes over when another one stops or dies. */
export function createEventReader(
  { database, log }: { database: Database; log: Log },
  { beginning = 'now', publishedOnly = false, maxEvents = 100, ...named }: ReaderOptions,
): EventReader {
  const options: BatchOptions = { ...named, publishedOnly, maxEvents }
  const pause = createPause(firstLookMs)
  let starting: Promise<void> | undefined
  let running: Promise<void> | undefined
  let failures = 0
  let last: Promise<unknown> = Promise.resolve()

  /** Reads the next batch. Two batches of one process follow each other, so that none seems to be another node's. */
  function read(): Promise<BatchResult> {
    const own = last.then(() => readBatch(database, options))
    last = own.catch(() => {})
    return own
  }

  const delayAfter = (result: BatchResult, before: number): number => {
    if (result === 'more') return 0
    return result === 'read' ? firstLookMs : Math.min(Math.max(2 * before, firstLookMs), maxLookMs)
  }

  async function look(delayMs: number): Promise<number> {
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
      const nextMs = await look(delayMs)
      const wasWoken = await pause.wait(nextMs, failures === 0)
      delayMs = wasWoken ? firstLookMs : nextMs
    }
  }

  async function begin(): Promise<void> {
    await insertPosition(database.single, options.name, beginning)
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
    wake: pause.shorten,
    async settle() {
      let wasBusy = false
      while ((await read()) !== 'idle') wasBusy = true
      return wasBusy
    },
    async stop() {
      // A start that is under way would begin to read after the stop.
      await starting?.catch(() => {})
      pause.end()
      await running
      running = undefined
    },
  }
}
