import type { Tracing } from '../tracing/index.ts'
import type { Database, Reader, Row } from './database.ts'
import type { Sql } from './sql.ts'

/** How a statement or transaction was sent: see the members of `Database`. */
type Way = 'reader' | 'single' | 'transaction' | 'readOnly'

/** Called after each statement or transaction with the time that it took, including the wait for a connection. */
export type OnDatabaseUse = (use: { way: Way; durationMs: number; isFailed: boolean }) => void

/**
 * Returns a database that records a span for each statement of `reader` and `single` and for each call of
 * `transaction` and `readOnly`, and calls `onUse` afterwards. `snapshot`, `outsideTransaction` and `alone` are not
 * observed.
 */
export function observeDatabase(database: Database, tracing: Tracing, onUse: OnDatabaseUse): Database {
  const timed = async <T>(way: Way, work: () => Promise<T>): Promise<T> => {
    const beganMs = performance.now()
    let isFailed = true
    try {
      const settings = {
        name: `database ${way}`,
        kind: 'client',
        attributes: { 'db.system.name': 'postgresql' },
      } as const
      const result = await tracing.span(settings, work)
      isFailed = false
      return result
    } finally {
      onUse({ way, durationMs: performance.now() - beganMs, isFailed })
    }
  }
  const observed = <R extends Reader>(way: Way, reader: R): R => ({
    ...reader,
    rows: <T extends object = Row>(statement: Sql) => timed(way, () => reader.rows<T>(statement)),
    row: <T extends object = Row>(statement: Sql) => timed(way, () => reader.row<T>(statement)),
  })
  return {
    ...database,
    reader: observed('reader', database.reader),
    single: observed('single', database.single),
    transaction: (work) => timed('transaction', () => database.transaction(work)),
    readOnly: (statement, limits) => timed('readOnly', () => database.readOnly(statement, limits)),
  }
}
