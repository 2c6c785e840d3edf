import type { Reader } from '../../../src/foundation/db/database.ts'
import type { Cluster } from '../cluster.ts'
import type { Random } from '../random.ts'

/** Clients that do one kind of work and record which writes were acknowledged. */
export interface Load {
  /** Starts the clients, which work through every kill. */
  start(): Clients
  /** Returns the number of acknowledged writes. */
  acked(): number
  /**
   * Repeats writes in doubt and completes unfinished work, after all kills, when the clients have stopped. Returns the
   * problems that are visible to clients.
   */
  settle(): Promise<string[]>
  /** Compares the record with the database, while no server runs. Returns the problems found. */
  judge(place: StoppedPlace): Promise<string[]>
}

export interface Clients {
  /** Stops the clients; resolves when every client has ended its last request. */
  stop(): Promise<void>
}

/** An installation whose servers have stopped. */
interface StoppedPlace {
  readonly dataDir: string
  readonly databaseUrl: string | undefined
  /** Opens the database for `look`. */
  read<T>(look: (reader: Reader) => Promise<T>): Promise<T>
}

export interface LoadOptions {
  readonly cluster: Cluster
  readonly random: Random
  /** Maximum time in ms, after the last kill, in which no work ends. */
  readonly maxDrainMs: number
  /** Pause of a client after each write of an element, in ms. */
  readonly paceMs: number
}

/** Runs clients that repeat their work until they are stopped. */
export function repeatUntilStopped(work: readonly (() => Promise<unknown>)[]): Clients {
  let stopped = false
  const running = work.map(async (one) => {
    while (!stopped) await one()
  })
  return {
    async stop() {
      stopped = true
      await Promise.all(running)
    },
  }
}
