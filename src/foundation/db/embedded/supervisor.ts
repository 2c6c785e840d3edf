import type { Log } from '../../kit/log.ts'
import { DatabaseUnavailable } from '../failures.ts'
import { type Server, startServer } from './server.ts'

const restartAtMostEveryMs = 1_000

/** The supervisor of an embedded server, which restarts the server after a crash. */
export interface Supervisor {
  /** Returns the running server; waits while the server is restarting. */
  current(): Promise<Server>
  /**
   * Calls `work` with the running server at once, or when the server has restarted. With `current`, which always
   * resolves later, work that got the session lock first could send its first statement after work that got the lock
   * later.
   */
  use<T>(work: (server: Server) => Promise<T>): Promise<T>
  close(): Promise<void>
}

/**
 * Starts the server on `folder`, and restarts it whenever it is lost. Throws when the first start fails. Only the first
 * start may create a database, from `image` if it is the path of one: when the folder disappears later, an empty
 * database in its place would hide the loss.
 */
export async function superviseServer(folder: string, log: Log, image?: string): Promise<Supervisor> {
  let server: Server | undefined
  let starting: Promise<Server> | undefined
  let failedAtMs = Number.NEGATIVE_INFINITY
  let closed = false
  let mayCreate = true

  const start = async (): Promise<Server> => {
    try {
      server = await startServer(folder, { mayCreate, image }, (reason, gone) => {
        server = undefined
        log('error', `the embedded database ended and is started again: ${reason}`)
        starting = gone.then(start)
        starting.catch((error) => log('error', error.message))
      })
      mayCreate = false
      return server
    } catch (error) {
      failedAtMs = performance.now()
      throw error
    } finally {
      starting = undefined
    }
  }
  await start()

  async function current(): Promise<Server> {
    if (server !== undefined) return server
    try {
      const tooSoon = performance.now() - failedAtMs < restartAtMostEveryMs
      if (closed || (starting === undefined && tooSoon)) throw new Error('the database is not running')
      starting ??= start()
      return await starting
    } catch (error) {
      throw DatabaseUnavailable('The database does not respond at the moment; try again.', {}, { cause: error })
    }
  }

  return {
    current,
    use: (work) => (server === undefined ? current().then(work) : work(server)),
    async close() {
      closed = true
      const last = server ?? (await starting?.catch(() => undefined))
      server = undefined
      await last?.client.query('checkpoint').catch(() => {})
      await last?.close()
    },
  }
}
