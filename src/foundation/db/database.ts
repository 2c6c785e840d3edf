import type { Sql } from './sql.ts'

/**
 * A row. Columns of `timestamp`, `timestamptz`, `date`, `numeric`, `bigint`, `json` and `jsonb` are texts, and their
 * arrays are arrays of texts; other columns are JavaScript values.
 */
export type Row = Record<string, unknown>

/** Access for reads. Code that receives a Reader cannot write, by its type. */
export interface Reader {
  rows<R extends object = Row>(statement: Sql): Promise<R[]>
  /** Returns the first row; undefined when there is none. */
  row<R extends object = Row>(statement: Sql): Promise<R | undefined>
}

/**
 * Access for reads and writes: inside one transaction, or, as `Database.single`, with a transaction for each
 * statement. Only a Database creates one.
 */
export interface Tx extends Reader {
  readonly writes: true
}

/** A transaction with several statements, as `Database.transaction` runs it. */
export interface Transaction extends Tx {
  /**
   * Runs `work` as a whole or not at all: when it throws, everything that it wrote is undone, and the transaction can
   * continue. `work` must send its statements through its own `tx`; until it ends, this transaction refuses statements.
   */
  savepoint<T>(work: (tx: Transaction) => Promise<T>): Promise<T>
  /**
   * Runs `effect` after the commit, such as removing a file that is no longer used. An effect registered inside a
   * savepoint that was undone does not run.
   */
  afterCommit(effect: () => Promise<void>): void
  /**
   * Returns the result of work that must not run inside a transaction, such as copying a file. Where the result is not
   * known yet, the transaction rolls back, `prepare` runs, and the transaction starts again; the call with the same
   * key then returns the result.
   */
  outside<T>(key: string, prepare: () => Promise<T>): T
}

/** The database as it was at one moment, however long the reading takes. */
export interface Snapshot extends Reader {
  /**
   * Returns all rows of a SELECT in batches of about a megabyte, so that memory is bounded. The rows of one SELECT
   * must be read or given up before the next call.
   */
  batches<R extends object = Row>(statement: Sql): AsyncIterable<readonly R[]>
}

/** Use of the connections for statements at one moment. */
export interface ConnectionUse {
  readonly open: number
  /** Number of statements and transactions that run. */
  readonly running: number
  /** Number of pieces of work that wait for a connection. */
  readonly waiting: number
}

interface ReadOnlyLimits {
  readonly timeoutMs: number
  /** The role whose rights the statement has; by default those of the connection. The embedded database ignores it. */
  readonly role?: string | undefined
}

/** What work that runs alone is about; the start of a node by default. */
export type AloneSubject = 'start' | 'field tables'

export interface Database {
  /**
   * Access for any read, such as lists and counts. On PostgreSQL it uses a pool, so a slow read delays no other
   * request.
   */
  readonly reader: Reader
  /**
   * Access where each statement is its own transaction, committed when its promise resolves. For short statements only:
   * on PostgreSQL they share pipelined connections, where a slow statement delays those behind it.
   */
  readonly single: Tx
  /**
   * Runs `work` in a transaction. Commits when `work` resolves; rolls back and rethrows when `work` throws. `work`
   * must send its statements through its `tx` only. `work` runs again after a deadlock, a serialization failure, an
   * invalidated plan, and `tx.outside`, so its effects outside the database must tolerate repetition; see
   * `tx.afterCommit`.
   */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>
  /**
   * Runs one SELECT in a read-only transaction of its own, with a timeout and, on PostgreSQL, with the rights of a
   * role. For SQL whose text comes from a definition. Throws `query.too_slow` after the timeout.
   */
  readOnly<R extends object = Row>(statement: Sql, limits: ReadOnlyLimits): Promise<R[]>
  /**
   * Runs `work` with the state of the database at one moment. Other statements can read and write at the same time. The
   * embedded database copies its folder for this.
   */
  snapshot<T>(work: (snapshot: Snapshot) => Promise<T>): Promise<T>
  /** Runs a statement that cannot be part of a transaction, such as CREATE INDEX CONCURRENTLY or VACUUM. */
  outsideTransaction(statement: Sql): Promise<void>
  /**
   * Runs `work` while no other process on this database runs such work, for example creating tables at the start of
   * several nodes. Work on another subject may run at the same time. `work` uses the database as usual. The embedded
   * database has one process only.
   */
  alone<T>(work: () => Promise<T>, subject?: AloneSubject): Promise<T>
  readonly kind: 'embedded' | 'postgres'
  /** Returns whether the database answers. Cheap: for a database server, the result is cached for a second. */
  isReady(): Promise<boolean>
  connectionUse(): ConnectionUse
  close(): Promise<void>
}
