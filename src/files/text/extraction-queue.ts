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
export class ExtractionQueue {
  readonly #deps: { database: Database; blobs: BlobStore; log: Log }
  /** The job that looks for extractions and waits until this node has done them or stops. */
  readonly periodic: PeriodicJob
  readonly #stopping = new AbortController()
  readonly #extractor = createExtractor()
  #running: Promise<void> = Promise.resolve()
  #isAwake = false
  #isStarted = false

  constructor(deps: { database: Database; blobs: BlobStore; log: Log }) {
    this.#deps = deps
    this.periodic = {
      name: 'extract the text of files',
      everyMs: pollIntervalMs,
      on: 'every node',
      run: async (signal) => {
        this.wake()
        await Promise.race([this.#running, once(signal, 'abort')])
      },
    }
  }

  /** Starts the extraction in the background. */
  start(): void {
    this.#isStarted = true
    this.wake()
  }

  /** Signals that there are new files to extract. */
  wake(): void {
    if (!this.#isStarted || this.#isAwake) return
    this.#isAwake = true
    this.#running = this.#running
      .then(() => {
        this.#isAwake = false
        return this.#drain()
      })
      .catch((error) => {
        if (!this.#stopping.signal.aborted)
          this.#deps.log('warn', 'extracting text from files was interrupted', { error })
      })
  }

  /** Extracts everything that is waiting, even if `start` was not called, and resolves afterwards. */
  async settle(): Promise<void> {
    const own = this.#running.then(() => this.#drain())
    this.#running = own.catch(() => {})
    await own
  }

  async close(): Promise<void> {
    this.#stopping.abort(new Error('this node is stopping'))
    await this.#running
    await this.#extractor.close()
  }

  async #drain(): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      const next = await claimNext(this.#deps.database.single, leaseMs)
      if (next === undefined) return
      const found = await this.#extract(next).catch(async (error) => {
        await release(this.#deps.database.single, next)
        // The failure was not caused by the file, so the next file would fail too.
        throw error
      })
      await this.#store(next, found)
    }
  }

  async #extract(next: WaitingText): Promise<Extraction> {
    if (next.size > maxBytes) return { state: 'failed', reason: `it is larger than ${maxBytes / 1024 ** 2} MiB` }
    const signal = AbortSignal.any([this.#stopping.signal, AbortSignal.timeout(maxReadMs)])
    const content = await this.#deps.blobs.read(next.sha256).catch((error) => {
      if (error.code === 'ENOENT') return undefined
      throw error
    })
    if (content === undefined) return { state: 'failed', reason: 'its bytes are missing' }
    try {
      return await this.#extractor.extract(
        addAbortSignal(signal, withErrorListener(content)),
        next.size,
        this.#stopping.signal,
      )
    } finally {
      content.destroy()
    }
  }

  async #store(next: WaitingText, found: Extraction): Promise<void> {
    try {
      await storeExtraction(this.#deps.database.single, next, found)
    } catch (error) {
      if (error instanceof PlatformError) throw error
      this.#deps.log('warn', 'the text of a file could not be stored', { sha256: next.sha256, error })
      await storeExtraction(this.#deps.database.single, next, {
        state: 'failed',
        reason: 'its text could not be stored',
      })
    }
  }
}
