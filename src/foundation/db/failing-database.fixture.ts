import type { Database, Reader, Tx } from './database.ts'
import { DatabaseUnavailable } from './failures.ts'

export interface FailingDatabase {
  readonly database: Database
  /** Returns whether call number `nth` was reached. */
  hasFailed(): boolean
}

/**
 * Wraps a database so that it looks to its user like a process that is killed at call number `nth`: this call and all
 * later ones fail. The begin of a transaction counts as one call, and its commit as two: before the commit, and after
 * it, when only its response is lost.
 */
export function failingDatabase(inner: Database, nth: number): FailingDatabase {
  let calls = 0
  const step = (): void => {
    calls++
    if (calls >= nth) throw DatabaseUnavailable('cut off')
  }
  const reader = (of: Reader): Reader => ({
    rows: async (statement) => {
      step()
      return of.rows(statement)
    },
    row: async (statement) => {
      step()
      return of.row(statement)
    },
  })
  const tx = (of: Tx): Tx => ({ writes: true, ...reader(of) })
  const database: Database = {
    ...inner,
    reader: reader(inner.reader),
    single: tx(inner.single),
    transaction: async (work) => {
      step()
      const result = await inner.transaction(async (within) => {
        const result = await work({ ...within, ...tx(within) })
        step()
        return result
      })
      step()
      return result
    },
  }
  return { database, hasFailed: () => calls >= nth }
}
