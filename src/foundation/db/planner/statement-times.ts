import type { Sql } from '../sql.ts'

/**
 * The times that chosen statements took, without waiting for a free connection: a busy server makes statements wait that
 * cost little.
 */
class StatementTimes {
  readonly #spentMs = new WeakMap<Sql, number>()

  /** Chooses a statement, before it is sent. */
  measure(statement: Sql): void {
    this.#spentMs.set(statement, 0)
  }

  /** Runs `send`, which sends the statement on a connection of its own, and adds the time if the statement was chosen. */
  async during<T>(statement: Sql, send: () => Promise<T>): Promise<T> {
    const beforeMs = this.#spentMs.get(statement)
    if (beforeMs === undefined) return send()
    const beganMs = performance.now()
    try {
      return await send()
    } finally {
      this.#spentMs.set(statement, beforeMs + performance.now() - beganMs)
    }
  }

  /** Returns the milliseconds that a chosen statement has taken so far. */
  of(statement: Sql): number {
    return this.#spentMs.get(statement) ?? 0
  }
}

export const statementTimes = new StatementTimes()
