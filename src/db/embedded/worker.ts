import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import type { FromWorker, ToWorker } from './messages.ts'
import { SyncedFiles } from './synced-files.ts'

// The server runs in a thread of its own, since each of its statements stops the thread until it is done.

/** How the server leaves a statement that failed; anything else it throws is its end. */
const statementFailed = 100
/** Answers wait this long for company on their way to the main thread. */
const answerEveryMs = 0.5

const port = parentPort!
const { folder, making } = workerData as { folder: string; making: string | undefined }
const post = (message: FromWorker, transfer: ArrayBuffer[] = []): void => port.postMessage(message, transfer)

/** What the server said last, which tells more than the error when it ends. */
const lastWords: string[] = []
const files = new SyncedFiles(folder, making)
const server = await PGlite.create({
  fs: files,
  onStderr: (line) => {
    lastWords.push(line)
    return lastWords.length > 5 && lastWords.shift() !== undefined
  },
  extensions: { pg_trgm },
  startParams: [...PGlite.defaultStartParams.filter((param) => param !== '-F'), '-c', 'wal_sync_method=fsync'],
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

/** The file system of the server knows errors by number; the two of a full disk are named for who reads the message. */
function codeOf(error: unknown): string {
  const { code, errno } = error as { code?: string; errno?: number }
  return code ?? (errno === 51 ? 'ENOSPC' : errno === 19 ? 'EDQUOT' : '')
}

/** PGlite goes on after a panic or a trap of the server; we would rather recover from the log, as PostgreSQL does. */
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

/** Runs whole statements of the wire protocol, one behind the other, and sends what they answer as it comes. */
async function answer(bytes: Uint8Array): Promise<void> {
  let chunks: Uint8Array[] = []
  let length = 0
  let postedAtMs = performance.now()
  const flush = (): void => {
    if (length === 0) return
    const joined = new Uint8Array(length)
    let at = 0
    for (const chunk of chunks) {
      joined.set(chunk, at)
      at += chunk.length
    }
    chunks = []
    length = 0
    postedAtMs = performance.now()
    post({ kind: 'data', bytes: joined }, [joined.buffer])
  }
  await server.execProtocolRawStream(bytes, {
    syncToFs: false,
    onRawData: (data) => {
      chunks.push(data.slice())
      length += data.length
      if (performance.now() - postedAtMs > answerEveryMs) flush()
    },
  })
  flush()
  post({ kind: 'idle' })
}

async function close(): Promise<void> {
  await server.close()
  post({ kind: 'closed' })
  port.close()
}
