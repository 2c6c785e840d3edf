import pg from 'pg'
import type { Log } from '../../kit/log.ts'
import { breaksSession, toFailure } from '../failures.ts'
import { connectionOptions, cutOff, prepareSession, statementTimeoutMs } from './connection.ts'

const size = 10

/** Connections that are lent to one piece of work at a time. */
export interface Pool {
  lend<T>(work: (client: pg.Client) => Promise<T>): Promise<T>
  /** Gives up every connection; what is under way fails at once. */
  cutOff(): void
  close(): Promise<void>
}

export function createPool(url: string, log: Log): Pool {
  const clients = new Set<pg.Client>()
  const onConnect = (client: pg.ClientBase): Promise<void> => prepareSession(client, statementTimeoutMs)
  const pool = new pg.Pool({
    ...connectionOptions(url),
    max: size,
    onConnect: onConnect as (client: pg.ClientBase) => void,
  })
  pool.on('error', (error) => log('warn', `an idle connection to the database broke: ${error.message}`))
  pool.on('connect', (client) => {
    clients.add(client)
    // The pool listens only while a client is idle; one that is lent out and breaks would end the process.
    client.on('error', () => {})
  })
  pool.on('remove', (client) => clients.delete(client))

  return {
    async lend(work) {
      const client = await pool.connect().catch((error: unknown) => {
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
        // A connection inside a transaction, after a script of several statements failed halfway, is of no more use.
        client.release(broken || client.getTransactionStatus() !== 'I')
      }
    },
    cutOff() {
      for (const client of clients) cutOff(client)
    },
    close: () => pool.end(),
  }
}
