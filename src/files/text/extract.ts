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
const idleMs = 5_000

export interface Extractor {
  /** One file after the other. Takes the bytes over. Never rejects, unless it is aborted. */
  extract(bytes: Uint8Array<ArrayBuffer>, signal: AbortSignal): Promise<Extraction>
  close(): Promise<void>
}

/**
 * Takes the text out of files, in a thread that is ended when it needs too much time or memory. What libraries read has
 * a thread of its own, so that no file can do anything to the next; plain text needs none, and is most often small, so
 * its thread goes on with the next one, and ends when there is nothing to do.
 */
export function createExtractor(limits: ExtractionLimits = extractionLimits): Extractor {
  let kept: Worker | undefined
  let idle: NodeJS.Timeout | undefined

  async function drop(): Promise<void> {
    clearTimeout(idle)
    const worker = kept
    kept = undefined
    await worker?.terminate()
  }

  return {
    async extract(bytes, signal) {
      signal.throwIfAborted()
      const isPlain = !isForLibrary(bytes)
      clearTimeout(idle)
      const worker = (isPlain ? kept : undefined) ?? startWorker(limits)
      if (worker === kept) kept = undefined
      worker.ref()
      let found: Extraction | undefined
      try {
        found = await ask(worker, bytes, signal, limits)
        return found
      } finally {
        const isSound = found !== undefined && found.state !== 'failed'
        if (isPlain && isSound && kept === undefined) {
          kept = worker
          // It keeps no process alive.
          worker.unref()
          idle = setTimeout(() => void drop(), idleMs).unref()
        } else await worker.terminate()
      }
    },
    close: drop,
  }
}

/** PDF, and all that are zips. */
function isForLibrary(bytes: Uint8Array): boolean {
  const beginning = Buffer.from(bytes.buffer, 0, Math.min(bytes.length, 1024)).toString('latin1')
  return beginning.includes('%PDF-') || beginning.startsWith('PK\x03\x04')
}

function startWorker({ memoryMib }: ExtractionLimits): Worker {
  const worker = new Worker(new URL('./extract-worker.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: memoryMib },
    // A library that can be made to do more than read finds no secrets here, and nobody reads its complaints.
    env: {},
    stdout: true,
    stderr: true,
  })
  // Between two files nobody listens, and an error without a listener would end the process.
  worker.on('error', () => {})
  return worker
}

async function ask(
  worker: Worker,
  bytes: Uint8Array<ArrayBuffer>,
  signal: AbortSignal,
  { timeMs, memoryMib, maxChars }: ExtractionLimits,
): Promise<Extraction> {
  const given = bytes.length
  const ended = Promise.withResolvers<Extraction>()
  const fail = (reason: string): void => ended.resolve({ state: 'failed', reason, mayWorkAgain: true })
  const onError = (error: NodeJS.ErrnoException): void =>
    fail(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooMuchMemory : `the thread ended with ${error.name}`)
  const onExit = (): void => fail('the thread ended without a result')
  worker.once('message', ended.resolve).once('error', onError).once('exit', onExit)
  const clock = setTimeout(() => fail(`it takes more than ${timeMs / 1000} s`), timeMs)
  // The limit of the thread is for objects alone; what is unpacked into buffers lies beside them.
  const watch = setInterval(async () => {
    const { external_memory: beside } = await worker.getHeapStatistics().catch(() => ({ external_memory: 0 }))
    if (beside > given + memoryMib * 1024 ** 2) fail(tooMuchMemory)
  }, lookAtMemoryEveryMs)
  const abort = (): void => ended.reject(signal.reason)
  signal.addEventListener('abort', abort)
  try {
    worker.postMessage({ bytes, maxChars, excerptChars } satisfies ExtractionTask, [bytes.buffer])
    return await ended.promise
  } finally {
    clearTimeout(clock)
    clearInterval(watch)
    signal.removeEventListener('abort', abort)
    worker.off('message', ended.resolve).off('error', onError).off('exit', onExit)
  }
}

const tooMuchMemory = 'it needs too much memory'
