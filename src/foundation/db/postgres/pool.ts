import pg from 'pg'
import type { Log } from '../../kit/log.ts'
import type { ConnectionUse } from '../database.ts'
import { breaksSession, noConnectionFree, toFailure } from '../failures.ts'
import { connectionOptions, prepareSession, statementTimeoutMs } from './connection.ts'
import type { OpenConnections } from './open-connections.ts'

const size = 10
/**
 * Milliseconds without a returned connection after which the work that waits for one is refused. While connections are
 * returned, the work waits longer, up to the timeout of the driver.
 */
export const stalledMs = 1_500

/** A pool that lends each connection to one piece of work at a time. */
export interface Pool {
  lend<T>(work: (client: pg.Client) => Promise<T>): Promise<T>
  use(): ConnectionUse
  close(): Promise<void>
}

export function createPool(url: string, { Client }: OpenConnections, log: Log): Pool {
  const onConnect = (client: pg.ClientBase): Promise<void> => prepareSession(client, statementTimeoutMs)
  const pool = new pg.Pool({
    ...connectionOptions(url),
    Client,
    max: size,
    onConnect: onConnect as (client: pg.ClientBase) => void,
  })
  pool.on('error', (error) => log('warn', `an idle connection to the database broke: ${error.message}`))
  // The pool listens to idle clients only. Without this listener, a lent client that breaks would end the process.
  pool.on('connect', (client) => client.on('error', () => {}))

  let freedAtMs = 0

  /**
   * Takes a connection. When all are lent, waits for one to be returned. Throws when none was returned for
   * `stalledMs`.
   */
  async function connect(): Promise<pg.PoolClient> {
    if (pool.idleCount > 0 || pool.totalCount < size) return pool.connect()
    const beganMs = performance.now()
    const taken = pool.connect()
    let timer: NodeJS.Timeout | undefined
    const stalled = new Promise<never>((_, reject) => {
      timer = setInterval(() => {
        if (performance.now() - Math.max(beganMs, freedAtMs) > stalledMs) reject(noConnectionFree())
      }, stalledMs / 10)
    })
    try {
      return await Promise.race([taken, stalled])
    } catch (error) {
      taken.then(
        (client) => client.release(),
        () => {},
      )
      throw error
    } finally {
      clearInterval(timer)
    }
  }

  return {
    async lend(work) {
      const client = await connect().catch((error: unknown) => {
        throw toFailure(error)
      })
      let broken = true
      try {
        const result = await work(client)
        broken = false
        return result
      } catch (error) {
        broken = breaksSession(error)
        throw error
      } finally {
        // A script that failed halfway may leave its connection inside a transaction; such a connection is discarded.
        client.release(broken || client.getTransactionStatus() !== 'I')
        freedAtMs = performance.now()
      }
    },
    use: () => ({
      open: pool.totalCount,
      running: pool.totalCount - pool.idleCount,
      waiting: pool.waitingCount,
    }),
    close: () => pool.end(),
  }
}
