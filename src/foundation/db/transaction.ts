import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import type { ClientBase } from 'pg'
import type { Row, Transaction } from './database.ts'
import { isRetriable, isStalePlan } from './failures.ts'
import type { PreparedNames } from './prepared/prepared-names.ts'
import { createLevel, type Effect, type Level, type Prepared, Unprepared } from './savepoint.ts'
import { command, send, toQuery } from './session.ts'
import { Script, type Sql } from './sql.ts'

const maxAttempts = 4
/** Maximum number of results that one transaction may have prepared outside (see `Transaction.outside`). */
const maxPrepared = 1000
/**
 * Begins a transaction that only reads. A report may join many tables, each of them with a join that the planner leaves out
 * only after it has counted it, so twice as many joins as usual are ordered freely.
 */
export const beginReadOnly = 'begin read only; set local join_collapse_limit = 16; set local from_collapse_limit = 16'

/** Statement timeout inside transactions, in ms. */
export const transactionTimeoutMs = 60_000

interface Scope {
  open: boolean
  /** Identifies the database, since each database has its own names. */
  readonly names: PreparedNames
}
const scope = new AsyncLocalStorage<Scope>()

/**
 * Throws when the caller is inside a transaction of the same database. A statement outside that transaction would
 * wait for it forever (embedded) or see the state before it (PostgreSQL), so it is always a mistake.
 */
export function assertOutsideTransaction(names: PreparedNames): void {
  const current = scope.getStore()
  if (current?.open && current.names === names)
    throw new Error('inside a transaction, statements go through its own tx')
}

interface Committed<T> {
  readonly result: T
  /** The effects to run now that the transaction is committed. */
  readonly effects: readonly Effect[]
}

interface Settings {
  readonly begin: string
  readonly toFailure: (error: unknown) => unknown
  readonly prepared: Prepared
  /**
   * Whether the first statement of `work` is sent without waiting for the answer to BEGIN. Only for a server whose BEGIN
   * fails for no other reason than the loss of the server: otherwise the statement could run outside a transaction.
   */
  readonly sendsAhead?: boolean
  /** Milliseconds after which the client gives up a statement; by default those of `transactionTimeoutMs`. */
  readonly timeoutMs?: number
}

/**
 * Runs `work` between BEGIN and COMMIT on a client that has no other user meanwhile. Converts database failures by
 * `toFailure`; errors thrown by `work` itself pass unchanged.
 */
export async function runTransaction<T>(
  client: ClientBase,
  names: PreparedNames,
  { begin, toFailure, prepared, sendsAhead = false, timeoutMs = transactionTimeoutMs }: Settings,
  work: (tx: Transaction) => Promise<T>,
): Promise<Committed<T>> {
  const state: Scope = { open: true, names }
  const rows = async <R extends object = Row>(statement: Sql): Promise<R[]> => {
    if (!state.open) throw new Error('this transaction is over')
    const query = toQuery(statement, names)
    try {
      return await send<R>(client, query, statement instanceof Script ? 0 : timeoutMs)
    } catch (error) {
      if (isStalePlan(error)) names.forget(query.text)
      throw toFailure(error)
    }
  }
  const run = (text: string): Promise<string> =>
    command(client, text, transactionTimeoutMs).catch((error: unknown) => {
      throw toFailure(error)
    })
  const level: Level = { rows, run, prepared, effects: [] }
  const begun = run(begin)
  // Awaited before the commit at the latest. Without this handler, an earlier rejection would end the process.
  begun.catch(() => {})
  if (!sendsAhead) await begun
  try {
    const result = await scope.run(state, work, createLevel(level).tx)
    state.open = false
    await begun
    if (level.failure !== undefined) throw level.failure
    // After a failed statement whose error `work` ignored, the server answers COMMIT with a rollback and no error.
    const done = await run('commit')
    if (done !== 'COMMIT') throw new Error('a statement of this transaction failed, so nothing was committed')
    return { result, effects: level.effects }
  } catch (error) {
    state.open = false
    // The client knows that a transaction is open when BEGIN was answered.
    await begun.catch(() => {})
    if (client.getTransactionStatus() !== 'I') await run('rollback').catch(() => {})
    throw error
  }
}

/**
 * Carries a transaction out: repeats `attempt` while the transaction asks for something to be prepared outside, and
 * runs the effects that it registered after its commit. When an effect fails, the others run nevertheless, and the
 * error is thrown although the transaction is committed.
 */
export async function completeTransaction<T>(attempt: (prepared: Prepared) => Promise<Committed<T>>): Promise<T> {
  const prepared: Prepared = new Map()
  for (;;) {
    const outcome = await attempt(prepared).catch((error: unknown) => {
      if (error instanceof Unprepared && prepared.size < maxPrepared) return error
      throw error
    })
    if (outcome instanceof Unprepared) {
      prepared.set(outcome.key, await outcome.prepare())
      continue
    }
    const ends = await Promise.allSettled(outcome.effects.map((effect) => effect()))
    const failed = ends.find((end) => end.status === 'rejected')
    if (failed !== undefined) throw failed.reason
    return outcome.result
  }
}

/** Runs `attempt`, up to four times in all while it fails because of concurrent transactions or an invalidated plan. */
export async function withRetries<T>(attempt: () => Promise<T>): Promise<T> {
  for (let count = 1; ; count++) {
    try {
      return await attempt()
    } catch (error) {
      if (count >= maxAttempts || !(isRetriable(error) || isStalePlan(error))) throw error
      await wait(Math.random() * 20 * count)
    }
  }
}
