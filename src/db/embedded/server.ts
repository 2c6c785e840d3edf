import { mkdirSync, rmSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import pg from 'pg'
import { inspectFolder } from './database-folder.ts'
import type { FromWorker, ToWorker } from './messages.ts'
import { ServerStream } from './stream.ts'

const closeTimeoutMs = 8_000
const tooSlow = 'a statement took too long'

/** A running embedded server and the one connection to it. */
export interface Server {
  readonly client: pg.Client
  /** How often files were brought to the disk since the start. */
  syncs(): Promise<number>
  /** Stops in good order. */
  close(): Promise<void>
  /** Stops at once, as a crash would. */
  kill(): Promise<void>
}

/**
 * Starts the server on `folder`. Where there is no database in it one is created if `mayCreate`; a folder that is not
 * whole is refused with a sentence. `onEnd` is told at once when the server is lost; the folder is free for the next
 * when `gone` resolves.
 */
export async function startServer(
  folder: string,
  mayCreate: boolean,
  onEnd: (reason: string, gone: Promise<void>) => void,
): Promise<Server> {
  const making = prepareFolder(folder, mayCreate)
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { workerData: { folder, making } })
  const post = (message: ToWorker): void => worker.postMessage(message)
  const stream = new ServerStream((bytes) => worker.postMessage(bytes, [bytes.buffer]))
  let reason = tooSlow
  let running = false

  const ready = Promise.withResolvers<void>()
  const ended = Promise.withResolvers<void>()
  const countSyncs: ((count: number) => void)[] = []
  worker.on('message', (message: FromWorker) => {
    if (message.kind === 'data') stream.receive(message.bytes)
    else if (message.kind === 'idle') stream.idle()
    else if (message.kind === 'ready') ready.resolve()
    else if (message.kind === 'syncs') countSyncs.shift()?.(message.count)
    else if (message.kind === 'failed') reason = message.message
  })
  worker.on('error', (error) => {
    reason = error instanceof Error ? error.message : String(error)
  })
  worker.on('exit', (code) => {
    if (making !== undefined) removeUnfinished(making)
    if (!stream.destroyed && reason === tooSlow) reason = `its thread ended with code ${code}`
    ready.reject(new Error(`the embedded database did not start: ${reason}`))
    ended.resolve()
    stream.destroy()
  })
  // The driver gives a connection up by destroying it, when an answer takes too long; only a restart frees the server.
  stream.on('close', () => {
    void worker.terminate()
    if (running) onEnd(reason, ended.promise)
  })

  await ready.promise
  const client = new pg.Client({
    stream: () => stream,
    ssl: false,
    pipeline: true,
    host: 'localhost',
    user: 'postgres',
    database: 'postgres',
    application_name: 'chancery',
  })
  // Each failure reaches the statement it belongs to; without a listener it would end the process as well.
  client.on('error', () => {})
  await client.connect()
  running = true

  return {
    client,
    syncs() {
      const { promise, resolve } = Promise.withResolvers<number>()
      countSyncs.push(resolve)
      post('syncs')
      return promise
    },
    async close() {
      running = false
      const timer = setTimeout(() => void worker.terminate(), closeTimeoutMs)
      post('close')
      await ended.promise
      clearTimeout(timer)
    },
    async kill() {
      await worker.terminate()
      await ended.promise
    },
  }
}

/** The folder in which a new database is to be made, which nothing but this ever lies in; undefined when there is one. */
function prepareFolder(folder: string, mayCreate: boolean): string | undefined {
  if (inspectFolder(folder) === 'whole') return undefined
  if (!mayCreate) throw new Error(`the database in ${folder} is gone; restore it and start Chancery again`)
  const making = `${folder}.new`
  rmSync(making, { recursive: true, force: true })
  mkdirSync(making, { mode: 0o700 })
  return making
}

/** Gives the room of a database that was not finished back to the disk; if that fails, the next start does it. */
function removeUnfinished(making: string): void {
  try {
    rmSync(making, { recursive: true, force: true })
  } catch {
    // The start fails with the reason that it had before.
  }
}
