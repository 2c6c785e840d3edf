import type { Sql } from './sql.ts'

/** Values come as text for `timestamptz`, `date`, `numeric`, `bigint` and `json`; as JavaScript values for the rest. */
export type Row = Record<string, unknown>

/** Reads. What is given a Reader can't write by type. */
export interface Reader {
  rows<R extends object = Row>(statement: Sql): Promise<R[]>
  /** The only row, or undefined. */
  row<R extends object = Row>(statement: Sql): Promise<R | undefined>
}

/** Reads and writes inside one transaction, which its caller owns. Only a Database makes one. */
export interface Tx extends Reader {
  readonly writes: true
}

export interface Database {
  /** Any read: lists, counts. On PostgreSQL from a pool; a slow one delays nobody else. */
  readonly reader: Reader
  /**
   * Each statement is a transaction of its own, committed when its promise resolves. Short statements only:
   * on PostgreSQL they share pipelined connections, where a slow one delays those behind it.
   */
  readonly single: Tx
  /**
   * BEGIN … COMMIT; rolls back and throws on when `work` throws. Statements in `work` go through its `tx` only. After a
   * deadlock or serialization failure `work` runs again, so all it does outside the database must bear that.
   */
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** For statements that can't be part of a transaction, such as CREATE INDEX CONCURRENTLY or VACUUM. */
  outsideTransaction(statement: Sql): Promise<void>
  readonly kind: 'embedded' | 'postgres'
  /** Cheap: does the database answer? Cached for a second. */
  isReady(): Promise<boolean>
  close(): Promise<void>
}
