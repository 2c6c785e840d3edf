import { mkdirSync, rmSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import pg from 'pg'
import { valueTypes } from '../value-types.ts'
import { cancellationStates } from './cancellation.ts'
import { inspectFolder } from './database-folder.ts'
import type { FromWorker, ToWorker } from './messages.ts'
import { ServerStream } from './stream.ts'

const closeTimeoutMs = 8_000
const tooSlow = 'a statement took too long'

/** A running embedded server and its only connection. */
export interface Server {
  readonly client: pg.Client
  /** Returns how many fsync calls the server has made since its start. */
  syncs(): Promise<number>
  /** Runs `work`, which may request the cancellation of the statement that it has sent. */
  cancellable<T>(work: (cancel: () => void) => Promise<T>): Promise<T>
  /** Shuts the server down cleanly. */
  close(): Promise<void>
  /** Stops the server at once, as a crash would. */
  kill(): Promise<void>
}

export interface ServerOptions {
  /** Whether to create a database when the folder has none. */
  readonly mayCreate: boolean
  /** Path of an image to make a new database from; without it, the database is created. */
  readonly image?: string | undefined
  /** Whether nothing in the folder needs to survive a power failure, so that the server does without fsync. */
  readonly isThrowaway?: boolean
}

/**
 * Starts the server on `folder`. Throws for a folder whose database is incomplete. Calls `onEnd` as soon as the server
 * is lost; the next server may use the folder when the promise `gone` resolves.
 */
export async function startServer(
  folder: string,
  { mayCreate, image, isThrowaway = false }: ServerOptions,
  onEnd: (reason: string, gone: Promise<void>) => void,
): Promise<Server> {
  const making = prepareFolder(folder, mayCreate)
  const cancellationState = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
  const worker = new Worker(new URL('./worker.ts', import.meta.url), {
    workerData: { folder, making, image, isThrowaway, cancellationState },
  })
  const post = (message: ToWorker): void => worker.postMessage(message)
  const stream = new ServerStream((bytes) => worker.postMessage(bytes, [bytes.buffer]))
  let reason = tooSlow
  let running = false

  const ready = Promise.withResolvers<void>()
  const ended = Promise.withResolvers<void>()
  const countSyncs: ((count: number) => void)[] = []
  worker.on('message', (message: FromWorker) => {
    if (message.kind === 'data') {
      if (message.bytes.length > 0) stream.receive(message.bytes)
      if (message.isIdle) stream.idle()
    } else if (message.kind === 'ready') ready.resolve()
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
  // The driver destroys the stream when an answer takes too long. Only a restart frees the server from the statement.
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
    types: valueTypes,
  })
  // A broken connection rejects its pending statements. Without this listener it would also end the process.
  client.on('error', () => {})
  await client.connect()
  await client.query("load 'auto_explain'")
  running = true

  return {
    client,
    syncs() {
      const { promise, resolve } = Promise.withResolvers<number>()
      countSyncs.push(resolve)
      post('syncs')
      return promise
    },
    async cancellable(work) {
      const set = (state: keyof typeof cancellationStates) =>
        Atomics.store(cancellationState, 0, cancellationStates[state])
      set('allowed')
      try {
        return await work(() => set('requested'))
      } finally {
        set('none')
      }
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

/**
 * Returns the empty folder in which a new database is to be created; undefined when there is a database. The folder
 * never holds anything but an unfinished database.
 */
function prepareFolder(folder: string, mayCreate: boolean): string | undefined {
  if (inspectFolder(folder) === 'whole') return undefined
  if (!mayCreate) throw new Error(`the database in ${folder} is gone; restore it and start Chancery again`)
  const making = `${folder}.new`
  rmSync(making, { recursive: true, force: true })
  mkdirSync(making, { mode: 0o700 })
  return making
}

/** Removes an unfinished database to free its disk space. The next start removes it if this fails. */
function removeUnfinished(making: string): void {
  try {
    rmSync(making, { recursive: true, force: true })
  } catch {
    // The start fails with its original error.
  }
}
