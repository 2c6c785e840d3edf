import type { Database } from '../../../foundation/db/database.ts'
import type { Clock } from '../../../foundation/kit/clock.ts'
import type { Log } from '../../../foundation/kit/log.ts'
import { claimDue, type TakenRow, untilNextDueMs } from './due.store.ts'
import { DueLoop } from './due-loop.ts'

/** Maximum number of rows that a node takes at a time. */
const maxRows = 500
/** With the embedded database, this process writes all rows and knows when they are due. */
const maxSleepMs = { embedded: 30_000, postgres: 1_000 } as const

export interface DueRowsDeps {
  readonly database: Database
  readonly clock: Clock
  readonly log: Log
  /** Processes a row. If it throws, the row is processed again later. */
  readonly perform: (row: TakenRow) => Promise<void>
}

/** Creates the loop that processes due rows of `process_wait`. */
export function createDueRows({ database, clock, log, perform }: DueRowsDeps): DueLoop {
  async function doDue(): Promise<boolean> {
    const rows = await claimDue(database.single, maxRows)
    await Promise.all(
      rows.map((row) =>
        perform(row).catch((error: unknown) => {
          const { instance, id, kind } = row
          log('error', 'processing a due row failed; it is tried again later', { instance, wait: id, kind, error })
        }),
      ),
    )
    return rows.length > 0
  }

  return new DueLoop({
    database,
    clock,
    log,
    untilNextMs: untilNextDueMs,
    doDue,
    maxSleepMs: maxSleepMs[database.kind],
    failed: 'reading the due rows failed',
  })
}
