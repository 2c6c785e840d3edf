import pg from 'pg'
import { type Incoming, withoutLongRows } from '../prepared/long-rows.ts'
import { bytesReadBy, cutOff } from './connection.ts'

/** A connection of the driver, with the member that its types lack. */
type Attached = pg.Connection & { attachListeners(stream: Incoming): void }

/** All connections for statements, including those that are still connecting. */
export interface OpenConnections {
  /** A client class whose instances are tracked from construction until they end. */
  readonly Client: typeof pg.Client
  /** Returns the bytes that the server has sent over all connections so far, including ended ones. */
  bytesRead(): number
  /** Ends every connection. Statements under way fail at once. */
  cutOff(): void
}

export function createOpenConnections(): OpenConnections {
  const open = new Set<pg.Client>()
  let bytesOfEnded = 0
  class OpenClient extends pg.Client {
    constructor(config?: string | pg.ClientConfig) {
      super(config)
      passLongRows(this.connection as Attached)
      open.add(this)
      this.once('end', () => {
        open.delete(this)
        bytesOfEnded += bytesReadBy(this)
      })
    }
  }
  return {
    Client: OpenClient,
    bytesRead() {
      let sum = bytesOfEnded
      for (const client of open) sum += bytesReadBy(client)
      return sum
    },
    cutOff() {
      for (const client of open) cutOff(client)
    },
  }
}

/** Gives the queries of a connection its long rows as `LongRow`. */
function passLongRows(connection: Attached): void {
  const attach = connection.attachListeners
  connection.attachListeners = (stream) =>
    attach.call(
      connection,
      withoutLongRows(stream, (row) => connection.emit('dataRow', row)),
    )
}
