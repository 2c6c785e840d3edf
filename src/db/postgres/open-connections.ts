import pg from 'pg'
import { bytesReadBy, cutOff } from './connection.ts'

/** All connections for statements, those that are being made among them. */
export interface OpenConnections {
  /** A client that is counted from its making to its end. */
  readonly Client: typeof pg.Client
  /** Bytes that the server has sent so far, over those that have ended as well. */
  bytesRead(): number
  /** Gives up every connection; what is under way fails at once. */
  cutOff(): void
}

export function createOpenConnections(): OpenConnections {
  const open = new Set<pg.Client>()
  let bytesOfEnded = 0
  class OpenClient extends pg.Client {
    constructor(config?: string | pg.ClientConfig) {
      super(config)
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
