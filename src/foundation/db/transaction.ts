import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import type { ClientBase } from 'pg'
import type { Row, Tx } from './database.ts'
import { isRetriable, isStalePlan } from './failures.ts'
import type { PreparedNames } from './prepared-names.ts'
import { command, readerOf, send, toQuery } from './session.ts'
import { Script, type Sql } from './sql.ts'

const maxAttempts = 4
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

/**
 * Runs `work` between BEGIN and COMMIT on a client that has no other user meanwhile. Converts database failures by
 * `toFailure`; errors thrown by `work` itself pass unchanged.
 */
export async function runTransaction<T>(
  client: ClientBase,
  names: PreparedNames,
  { begin, toFailure }: { begin: string; toFailure: (error: unknown) => unknown },
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const state: Scope = { open: true, names }
  const rows = async <R extends object = Row>(statement: Sql): Promise<R[]> => {
    if (!state.open) throw new Error('this transaction is over')
    const query = toQuery(statement, names)
    try {
      return await send<R>(client, query, statement instanceof Script ? 0 : transactionTimeoutMs)
    } catch (error) {
      if (isStalePlan(error)) names.forget(query.text)
      throw toFailure(error)
    }
  }
  const sendCommand = (text: string): Promise<string> =>
    command(client, text, transactionTimeoutMs).catch((error: unknown) => {
      throw toFailure(error)
    })
  const tx: Tx = { writes: true, ...readerOf(rows) }
  await sendCommand(begin)
  try {
    const result = await scope.run(state, work, tx)
    state.open = false
    // After a failed statement whose error `work` ignored, the server answers COMMIT with a rollback and no error.
    const done = await sendCommand('commit')
    if (done !== 'COMMIT') throw new Error('a statement of this transaction failed, so nothing was committed')
    return result
  } catch (error) {
    state.open = false
    if (client.getTransactionStatus() !== 'I') await sendCommand('rollback').catch(() => {})
    throw error
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
