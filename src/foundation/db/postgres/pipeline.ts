import type pg from 'pg'
import { breaksSession, DatabaseUnavailable } from '../failures.ts'
import { connectionOptions, cutOff, prepareSession } from './connection.ts'
import type { OpenConnections } from './open-connections.ts'

/**
 * Statement timeout in ms. A pipeline is for short statements only, since all its statements wait behind a slow one.
 */
export const pipelineTimeoutMs = 5_000

/** One pipelined connection, opened when needed and again after it broke, but not after `close`. */
export interface Pipeline {
  /** Number of calls of `run` that have not ended. */
  readonly inFlight: number
  readonly isOpen: boolean
  run<T>(work: (client: pg.Client) => Promise<T>): Promise<T>
  close(): Promise<void>
}

export function createPipeline(url: string, { Client }: OpenConnections): Pipeline {
  let client: pg.Client | undefined
  let connecting: Promise<pg.Client> | undefined
  let inFlight = 0
  let isClosed = false
  let held: pg.Client | undefined

  const connect = async (): Promise<pg.Client> => {
    const made = new Client(connectionOptions(url))
    const drop = (): void => {
      if (client === made) client = undefined
    }
    // Without a listener, a connection that breaks while idle would end the process.
    made.on('error', drop)
    made.on('end', drop)
    try {
      await made.connect()
      await prepareSession(made, pipelineTimeoutMs)
      client = made
      return made
    } catch (error) {
      cutOff(made)
      throw error
    } finally {
      connecting = undefined
    }
  }

  /**
   * Holds back what is sent on the connection until the event loop has run the other callbacks of this turn, so that
   * statements of several requests leave in one system call.
   */
  const joinWrites = (used: pg.Client): void => {
    if (held === used) return
    held = used
    const { stream } = used.connection
    stream.cork()
    setImmediate(() => {
      stream.uncork()
      if (held === used) held = undefined
    })
  }

  /**
   * Retires a connection: it ends when its pending statements have their answers, and the next statement opens another.
   */
  const retire = (last: pg.Client): void => {
    client = undefined
    last.end().catch(() => {})
  }

  return {
    get inFlight() {
      return inFlight
    },
    get isOpen() {
      return client !== undefined
    },
    async run(work) {
      // A connection that is opened after the end would keep the process alive.
      if (isClosed) throw DatabaseUnavailable('the server is stopping; send the request again')
      inFlight++
      let used = client
      try {
        if (used === undefined) {
          connecting ??= connect()
          used = await connecting
        }
        joinWrites(used)
        return await work(used)
      } catch (error) {
        if (used !== undefined && used === client && breaksSession(error)) retire(used)
        throw error
      } finally {
        inFlight--
      }
    },
    async close() {
      isClosed = true
      const last = client ?? (await connecting?.catch(() => undefined))
      client = undefined
      await last?.end()
    },
  }
}

/** Returns the pipeline with the fewest pending statements. */
export function quietest(pipelines: readonly Pipeline[]): Pipeline {
  let best = pipelines[0]!
  for (const pipeline of pipelines) if (pipeline.inFlight < best.inFlight) best = pipeline
  return best
}
