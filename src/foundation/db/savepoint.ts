import type { Row, Transaction } from './database.ts'
import { readerOf } from './session.ts'
import type { Sql } from './sql.ts'

/** Work that is done after a commit. */
export type Effect = () => Promise<void>
/** The results of work outside the transaction, by key. They survive a repetition of the transaction. */
export type Prepared = Map<string, unknown>

/** A transaction, or the part of it between a savepoint and its release. */
export interface Level {
  rows<R extends object = Row>(statement: Sql): Promise<R[]>
  /** Sends a command without values. */
  run(text: string): Promise<string>
  readonly prepared: Prepared
  readonly effects: Effect[]
  /** The error for which the transaction must not be committed, even if `work` ignores it. */
  failure?: Error | undefined
}

/** Ends an attempt of a transaction that needs something prepared outside. Never reaches a caller. */
export class Unprepared extends Error {
  readonly key: string
  readonly prepare: () => Promise<unknown>

  constructor(key: string, prepare: () => Promise<unknown>) {
    super(`the transaction starts again when "${key}" is prepared; code inside it must not ignore this error`)
    this.name = 'Unprepared'
    this.key = key
    this.prepare = prepare
  }
}

/** Creates the access to a level of a transaction. After `end`, the access refuses statements. */
export function createLevel(level: Level): { tx: Transaction; end(): void } {
  let [isOver, isInSavepoint] = [false, false]

  function assertCurrent(): void {
    if (isOver) throw new Error('this savepoint is over')
    if (isInSavepoint) throw new Error('inside a savepoint, statements go through its own tx, one after another')
  }

  async function savepoint<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    assertCurrent()
    isInSavepoint = true
    try {
      // Not awaited: when the command fails, every later statement of the transaction fails, too.
      level.run('savepoint part').catch(() => {})
      return await runPart(work)
    } finally {
      isInSavepoint = false
    }
  }

  async function runPart<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    const inner: Level = { ...level, effects: [] }
    const part = createLevel(inner)
    try {
      const result = await work(part.tx)
      part.end()
      level.run('release savepoint part').catch(() => {})
      level.effects.push(...inner.effects)
      return result
    } catch (error) {
      part.end()
      const isUndone = await undoPart()
      if (!isUndone) level.failure ??= error instanceof Error ? error : new Error(String(error))
      throw error
    } finally {
      level.failure ??= inner.failure
    }
  }

  /** Undoes the part. Returns whether the server has undone it. */
  function undoPart(): Promise<boolean> {
    const undone = level.run('rollback to savepoint part; release savepoint part')
    return undone.then(
      () => true,
      () => false,
    )
  }

  const tx: Transaction = {
    writes: true,
    ...readerOf(async <R extends object = Row>(statement: Sql): Promise<R[]> => {
      assertCurrent()
      return level.rows<R>(statement)
    }),
    savepoint,
    afterCommit(effect) {
      level.effects.push(effect)
    },
    outside<T>(key: string, prepare: () => Promise<T>): T {
      if (level.prepared.has(key)) return level.prepared.get(key) as T
      level.failure = new Unprepared(key, prepare)
      throw level.failure
    },
  }
  return {
    tx,
    end() {
      isOver = true
    },
  }
}
