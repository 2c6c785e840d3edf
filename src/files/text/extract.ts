import { Worker } from 'node:worker_threads'

/** What became of a file: its words and how it begins, nothing that is text, or why it could not be read. */
export type Extraction =
  | { readonly state: 'done'; readonly words: string; readonly excerpt: string }
  | { readonly state: 'none' }
  | { readonly state: 'failed'; readonly reason: string; readonly mayWorkAgain?: boolean }

export interface ExtractionTask {
  readonly bytes: Uint8Array
  readonly maxChars: number
  readonly excerptChars: number
}

export interface ExtractionLimits {
  readonly timeMs: number
  /** Of objects, and about the same of bytes beside them. */
  readonly memoryMib: number
  /** Of text, in characters; what comes behind is not looked for. */
  readonly maxChars: number
}

export const extractionLimits: ExtractionLimits = { timeMs: 30_000, memoryMib: 256, maxChars: 2 * 1024 ** 2 }
/** To mark words in it costs the database milliseconds for each file that was found. */
const excerptChars = 32_000
const lookAtMemoryEveryMs = 100

/**
 * Takes the text out of a file, in a thread that is ended when it needs too much time or memory. Takes the bytes over.
 * Never rejects, unless it is aborted.
 */
export async function extractText(
  bytes: Uint8Array<ArrayBuffer>,
  signal: AbortSignal,
  limits: ExtractionLimits = extractionLimits,
): Promise<Extraction> {
  signal.throwIfAborted()
  const { timeMs, memoryMib, maxChars } = limits
  const given = bytes.length
  const worker = new Worker(new URL('./extract-worker.ts', import.meta.url), {
    workerData: { bytes, maxChars, excerptChars } satisfies ExtractionTask,
    transferList: [bytes.buffer],
    resourceLimits: { maxOldGenerationSizeMb: memoryMib },
    // A library that can be made to do more than read finds no secrets here, and nobody reads its complaints.
    env: {},
    stdout: true,
    stderr: true,
  })
  const ended = Promise.withResolvers<Extraction>()
  const fail = (reason: string): void => ended.resolve({ state: 'failed', reason, mayWorkAgain: true })
  worker.once('message', ended.resolve)
  worker.once('error', (error: NodeJS.ErrnoException) =>
    fail(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooMuchMemory : `the thread ended with ${error.name}`),
  )
  worker.once('exit', () => fail('the thread ended without a result'))
  const clock = setTimeout(() => fail(`it takes more than ${timeMs / 1000} s`), timeMs)
  // The limit of the thread is for objects alone; what is unpacked into buffers lies beside them.
  const watch = setInterval(async () => {
    const { external_memory: beside } = await worker.getHeapStatistics().catch(() => ({ external_memory: 0 }))
    if (beside > given + memoryMib * 1024 ** 2) fail(tooMuchMemory)
  }, lookAtMemoryEveryMs)
  const abort = (): void => ended.reject(signal.reason)
  signal.addEventListener('abort', abort)
  try {
    return await ended.promise
  } finally {
    clearTimeout(clock)
    clearInterval(watch)
    signal.removeEventListener('abort', abort)
    await worker.terminate()
  }
}

const tooMuchMemory = 'it needs too much memory'
