import { once } from 'node:events'
import { addAbortSignal } from 'node:stream'
import type { Database } from '../../foundation/db/database.ts'
import type { PeriodicJob } from '../../foundation/jobs/index.ts'
import { withErrorListener } from '../../foundation/kit/error-listener.ts'
import { PlatformError } from '../../foundation/kit/errors.ts'
import type { Log } from '../../foundation/kit/log.ts'
import type { BlobStore } from '../blobs/blob-store.ts'
import type { Extraction } from './extraction.ts'
import { claimNext, release, storeExtraction, type WaitingText } from './extraction-queue.store.ts'
import { createExtractor } from './extractor.ts'

/** The interval at which a node looks for extractions that other nodes added or that have to be retried. */
const pollIntervalMs = 30_000
const maxReadMs = 120_000
/** Longer than the time limits of reading and extracting together. */
const leaseMs = 5 * 60_000
const maxBytes = 100 * 1024 ** 2

/** Extracts the text of files in the background, one file at a time, with users taking turns. */
export interface ExtractionQueue {
  /** Starts the extraction in the background. */
  start(): void
  /** Signals that there are new files to extract. */
  wake(): void
  /** The job that looks for extractions and waits until this node has done them or stops. */
  readonly periodic: PeriodicJob
  /** Extracts everything that is waiting, whether started or not, and resolves afterwards. */
  settle(): Promise<void>
  close(): Promise<void>
}

export function createExtractionQueue(deps: { database: Database; blobs: BlobStore; log: Log }): ExtractionQueue {
  const { database, blobs, log } = deps
  const stopping = new AbortController()
  const extractor = createExtractor()
  let running: Promise<void> = Promise.resolve()
  let isAwake = false
  let isStarted = false

  async function drain(): Promise<void> {
    while (!stopping.signal.aborted) {
      const next = await claimNext(database.single, leaseMs)
      if (next === undefined) return
      const found = await extract(next).catch(async (error) => {
        await release(database.single, next)
        // The failure was not caused by the file, so the next file would fail too.
        throw error
      })
      await store(next, found)
    }
  }

  async function extract(next: WaitingText): Promise<Extraction> {
    if (next.size > maxBytes) return { state: 'failed', reason: `it is larger than ${maxBytes / 1024 ** 2} MiB` }
    const signal = AbortSignal.any([stopping.signal, AbortSignal.timeout(maxReadMs)])
    const content = await blobs.read(next.sha256).catch((error) => {
      if (error.code === 'ENOENT') return undefined
      throw error
    })
    if (content === undefined) return { state: 'failed', reason: 'its bytes are missing' }
    try {
      return await extractor.extract(addAbortSignal(signal, withErrorListener(content)), next.size, stopping.signal)
    } finally {
      content.destroy()
    }
  }

  async function store(next: WaitingText, found: Extraction): Promise<void> {
    try {
      await storeExtraction(database.single, next, found)
    } catch (error) {
      if (error instanceof PlatformError) throw error
      log('warn', 'the text of a file could not be stored', { sha256: next.sha256, error })
      await storeExtraction(database.single, next, { state: 'failed', reason: 'its text could not be stored' })
    }
  }

  function wake(): void {
    if (!isStarted || isAwake) return
    isAwake = true
    running = running
      .then(() => {
        isAwake = false
        return drain()
      })
      .catch((error) => {
        if (!stopping.signal.aborted) log('warn', 'extracting text from files was interrupted', { error })
      })
  }

  return {
    start() {
      isStarted = true
      wake()
    },
    wake,
    periodic: {
      name: 'extract the text of files',
      everyMs: pollIntervalMs,
      on: 'every node',
      async run(signal) {
        wake()
        await Promise.race([running, once(signal, 'abort')])
      },
    },
    async settle() {
      const own = running.then(drain)
      running = own.catch(() => {})
      await own
    },
    async close() {
      stopping.abort(new Error('this node is stopping'))
      await running
      await extractor.close()
    },
  }
}
