import type { Database, Reader, Transaction, Tx } from './database.ts'
import { readerOf } from './session.ts'

/**
 * Where an action runs: alone, so that a single statement commits by itself, or as a part of a transaction. An action
 * does all of its reads and writes through its unit, so inside a transaction it sees what earlier actions wrote.
 */
export interface UnitOfWork {
  /** The surrounding transaction; undefined when the action runs alone. */
  readonly tx?: Transaction
  /** Access for any read. */
  readonly reader: Reader
  /** Access for short reads. */
  readonly quick: Reader
  /**
   * Runs the only statement that writes. When the statement fails, a surrounding transaction has the state from before
   * the statement.
   */
  statement<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /**
   * Runs several statements as a whole. When `work` throws, a surrounding transaction returns to its state before
   * `work`.
   */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>
  /** Returns the result of work that must not run inside a transaction; see `Transaction.outside`. */
  outside<T>(key: string, prepare: () => Promise<T>): Promise<T>
}

/** Returns the unit of an action that runs alone, outside of a larger transaction. */
export function alone(database: Database): UnitOfWork {
  return {
    reader: database.reader,
    quick: database.single,
    statement: (work) => work(database.single),
    transaction: (work) => database.transaction(work),
    outside: (_key, prepare) => prepare(),
  }
}

const patientTimeoutMs = 10 * 60_000

/** Returns access for reads that may take minutes; the embedded database, which has one session, keeps its usual timeout. */
export function patientReader(database: Database): Reader {
  if (database.kind === 'embedded') return database.reader
  return readerOf((statement) => database.readOnly(statement, { timeoutMs: patientTimeoutMs }))
}

/** Runs `work` and undoes everything that it wrote. Returns the result of `work`, or throws its error. */
export async function rehearse<T>(
  unit: Pick<UnitOfWork, 'transaction'>,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  const undo = new Error('everything is undone')
  let result: T | undefined
  await unit
    .transaction(async (tx) => {
      result = await work(tx)
      throw undo
    })
    .catch((error: unknown) => {
      if (error !== undo) throw error
    })
  return result as T
}

/** Returns the unit of an action that is a part of a transaction. */
export function within(tx: Transaction): UnitOfWork {
  return {
    tx,
    reader: tx,
    quick: tx,
    statement: (work) => tx.savepoint(work),
    transaction: (work) => tx.savepoint(work),
    outside: async (key, prepare) => tx.outside(key, prepare),
  }
}
