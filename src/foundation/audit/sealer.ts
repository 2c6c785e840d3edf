import type { Database } from '../db/database.ts'
import type { Clock } from '../kit/clock.ts'
import type { Log } from '../kit/log.ts'
import type { PeriodicJob } from '../kit/time/periodic-job.ts'
import { ChainBroken, sealNext } from './seal.ts'
import { hasUnsealed, lastSeal, type Seal } from './seals.store.ts'

export interface SealerOptions {
  readonly database: Database
  readonly clock: Clock
  readonly log: Log
  /**
   * Approximate maximum number of rows of one seal; the rows of one transaction are never divided. While a seal is
   * made, the embedded database serves no other request.
   */
  readonly maxRows?: number
}

export interface Sealer {
  /** Seals all rows that can be sealed now. */
  seal(): Promise<void>
  readonly periodic: PeriodicJob
  /** Returns why this server has stopped sealing, after it noticed tampering; undefined while it seals. */
  problem(): string | undefined
  /**
   * Seals a last time, for a few seconds at most. Further rows, and those of transactions that still run, are sealed by
   * another node or after the next start.
   */
  close(): Promise<void>
}

/** The maximum number of seals that a closing node still makes: about 100,000 rows. */
const lastSeals = 10

/** Creates the sealer. Every node seals at regular intervals; the first one to get the lock does the work. */
export function createSealer({ database, clock, log, maxRows = 10_000 }: SealerOptions): Sealer {
  let known: Seal | undefined
  let problem: string | undefined
  let running = Promise.resolve()
  /** The number of seals that may still be made. */
  let left = Number.POSITIVE_INFINITY

  async function sealAll(): Promise<void> {
    if (problem !== undefined) return
    known ??= await lastSeal(database.reader)
    while (left-- > 0 && (await hasUnsealed(database.reader))) {
      const seal = await database.transaction((tx) => sealNext(tx, { nowMs: clock.nowMs(), maxRows, known }))
      if (seal === undefined) return
      known = seal
    }
  }

  function notice(error: unknown): void {
    if (error instanceof ChainBroken) problem = error.message
    log(error instanceof ChainBroken ? 'error' : 'warn', 'sealing the audit failed', { error })
  }

  const seal = (): Promise<void> => {
    running = running.then(sealAll).catch(notice)
    return running
  }
  return {
    seal,
    periodic: { name: 'seal the audit log', everyMs: 5_000, on: 'every node', run: seal },
    problem: () => problem,
    close() {
      left = lastSeals
      return seal()
    },
  }
}
