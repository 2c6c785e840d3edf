import type pg from 'pg'
import { breaksSession } from '../failures.ts'
import { connectionOptions, cutOff, prepareSession } from './connection.ts'
import type { OpenConnections } from './open-connections.ts'

/** Statement timeout in ms. A lane is for short statements only, since all its statements wait behind a slow one. */
export const laneTimeoutMs = 5_000

/** One pipelined connection, opened when needed and again after it broke. */
export interface Lane {
  /** Number of statements that have no answer yet. */
  readonly inFlight: number
  run<T>(work: (client: pg.Client) => Promise<T>): Promise<T>
  close(): Promise<void>
}

export function createLane(url: string, { Client }: OpenConnections): Lane {
  let client: pg.Client | undefined
  let connecting: Promise<pg.Client> | undefined
  let inFlight = 0

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
      await prepareSession(made, laneTimeoutMs)
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
    async run(work) {
      inFlight++
      let used = client
      try {
        if (used === undefined) {
          connecting ??= connect()
          used = await connecting
        }
        return await work(used)
      } catch (error) {
        if (used !== undefined && used === client && breaksSession(error)) retire(used)
        throw error
      } finally {
        inFlight--
      }
    },
    async close() {
      const last = client ?? (await connecting?.catch(() => undefined))
      client = undefined
      await last?.end()
    },
  }
}

/** Returns the lane with the fewest pending statements. */
export function quietest(lanes: readonly Lane[]): Lane {
  let best = lanes[0]!
  for (const lane of lanes) if (lane.inFlight < best.inFlight) best = lane
  return best
}
