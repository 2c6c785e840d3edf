import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { auto_explain } from '@electric-sql/pglite/contrib/auto_explain'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { createCancellation } from './cancellation.ts'
import { unpackInto } from './image-file.ts'
import type { FromWorker, ToWorker } from './messages.ts'
import { publishFolder, SyncedFiles } from './synced-files.ts'

// The worker thread of the embedded server. Each statement blocks its thread until it is done, hence a separate thread.

/** Exit status with which the server leaves a failed statement; any other exception means that the server has ended. */
const statementFailed = 100
/** Milliseconds between two posts of answers to the main thread, so that several answers share a post. */
const answerEveryMs = 0.5

const port = parentPort!
const { folder, making, image, isThrowaway, cancellationState } = workerData as {
  folder: string
  making: string | undefined
  image: string | undefined
  isThrowaway: boolean
  cancellationState: Int32Array
}
/** Start parameter that switches fsync off; PGlite sets it by default. */
const withoutSync = '-F'
const startParams = PGlite.defaultStartParams.filter((param) => isThrowaway || param !== withoutSync)
const post = (message: FromWorker, transfer: ArrayBuffer[] = []): void => port.postMessage(message, transfer)

/**
 * Memory for pages of the database. All of it is in use from the start on, because the server clears it. Pages that do
 * not fit are read again from the cache of the system.
 */
const sharedBuffers = '64MB'

/** The last lines that the server logged; when the server ends, they are more informative than the error. */
const lastWords: string[] = []
const cancellation = createCancellation(cancellationState)
const isUnpacked = making !== undefined && image !== undefined && (await unpack(image, making))
const files = new SyncedFiles(folder, isUnpacked ? undefined : making)
const server = await PGlite.create({
  fs: files,
  onStderr: (line) => {
    lastWords.push(line)
    return lastWords.length > 5 && lastWords.shift() !== undefined
  },
  extensions: { pg_trgm, auto_explain, cancellation: cancellation.extension },
  startParams: [...startParams, '-c', 'wal_sync_method=fsync', '-c', `shared_buffers=${sharedBuffers}`],
}).catch((error: unknown) => {
  throw new Error(`${codeOf(error)} ${String(error)} ${lastWords.join(' ')}`)
})
dieWithTheServer()
port.on('message', (message: ToWorker) => {
  if (message === 'close') void close()
  else if (message === 'syncs') post({ kind: 'syncs', count: files.syncs })
  else void answer(message)
})
post({ kind: 'ready' })

/**
 * Makes the database from an image and returns whether it did. An image that cannot be read is no reason not to start:
 * the database is then created.
 */
async function unpack(image: string, making: string): Promise<boolean> {
  try {
    unpackInto(making, readFileSync(image))
  } catch {
    rmSync(making, { recursive: true, force: true })
    mkdirSync(making, { mode: 0o700 })
    return false
  }
  await publishFolder(making, folder)
  return true
}

/**
 * Returns the error's code. Emscripten's file system has numbers only; the two for a full disk get names for the
 * message.
 */
function codeOf(error: unknown): string {
  const { code, errno } = error as { code?: string; errno?: number }
  return code ?? (errno === 51 ? 'ENOSPC' : errno === 19 ? 'EDQUOT' : '')
}

/**
 * Ends the worker after a panic or a trap of the server. PGlite would continue; a restart with recovery from the
 * write-ahead log, as in PostgreSQL, is safer.
 */
function dieWithTheServer(): void {
  const module = server.Module as unknown as { _PostgresMainLoopOnce: () => void }
  const runOnce = module._PostgresMainLoopOnce
  module._PostgresMainLoopOnce = () => {
    try {
      runOnce()
    } catch (error) {
      if ((error as { status?: unknown }).status === statementFailed) throw error
      post({ kind: 'failed', message: `${String(error)} ${lastWords.join(' ')}` })
      process.exit(1)
    }
  }
}

/** Runs whole statements of the wire protocol in sequence and posts their answers as they come. */
async function answer(bytes: Uint8Array): Promise<void> {
  let chunks: Uint8Array[] = []
  let length = 0
  let postedAtMs = performance.now()
  const flush = (isIdle: boolean): void => {
    const joined = new Uint8Array(length)
    let at = 0
    for (const chunk of chunks) {
      joined.set(chunk, at)
      at += chunk.length
    }
    chunks = []
    length = 0
    postedAtMs = performance.now()
    post({ kind: 'data', bytes: joined, isIdle }, [joined.buffer])
  }
  cancellation.withdraw()
  await server.execProtocolRawStream(bytes, {
    syncToFs: false,
    onRawData: (data) => {
      chunks.push(data.slice())
      length += data.length
      if (performance.now() - postedAtMs > answerEveryMs) flush(false)
    },
  })
  flush(true)
}

async function close(): Promise<void> {
  await server.close()
  post({ kind: 'closed' })
  port.close()
}
