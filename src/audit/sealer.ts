import type { Database } from '../db/database.ts'
import type { Clock } from '../kit/clock.ts'
import type { Log } from '../kit/log.ts'
import { ChainBroken, sealNext } from './seal.ts'
import { hasUnsealed, lastSeal, type Seal } from './seals.store.ts'

export interface SealerOptions {
  readonly database: Database
  readonly clock: Clock
  readonly log: Log
  readonly everyMs: number
  /** Of one seal: on the embedded database nobody else is served while it is made. */
  readonly maxRows?: number
}

export interface Sealer {
  /** Seals what can be sealed now. */
  seal(): Promise<void>
  /** Why this server seals no more, once it has noticed that the chain was tampered with. */
  problem(): string | undefined
  /** Seals once more; rows of transactions that still run are left to the next start. */
  close(): Promise<void>
}

/** Seals every few seconds. On several nodes whoever comes first does it. */
export function startSealer({ database, clock, log, everyMs, maxRows = 10_000 }: SealerOptions): Sealer {
  let known: Seal | undefined
  let problem: string | undefined
  let running = Promise.resolve()

  async function sealAll(): Promise<void> {
    if (problem !== undefined) return
    known ??= await lastSeal(database.reader)
    while (await hasUnsealed(database.reader)) {
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
  const timer = setInterval(() => void seal(), everyMs).unref()
  return {
    seal,
    problem: () => problem,
    async close() {
      clearInterval(timer)
      await seal()
    },
  }
}
