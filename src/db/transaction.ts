import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import type { ClientBase } from 'pg'
import type { Row, Tx } from './database.ts'
import { isRetriable, isStalePlan } from './failures.ts'
import type { PreparedNames } from './prepared-names.ts'
import { command, readerOf, send, toQuery } from './session.ts'
import { Script, type Sql } from './sql.ts'

const maxAttempts = 4
/** How long one statement of a transaction may take. */
export const transactionTimeoutMs = 60_000

interface Scope {
  open: boolean
  /** Stands for the database: each has its own. */
  readonly names: PreparedNames
}
const scope = new AsyncLocalStorage<Scope>()

/**
 * A statement beside the transaction that its caller is in would wait for that transaction for ever (embedded), or
 * see the state before it (PostgreSQL). Always a mistake, so it is refused on both.
 */
export function assertOutsideTransaction(names: PreparedNames): void {
  const current = scope.getStore()
  if (current?.open && current.names === names)
    throw new Error('inside a transaction, statements go through its own tx')
}

/**
 * Runs `work` between BEGIN and COMMIT on a client that nobody else uses meanwhile. Only failures of the database go
 * through `toFailure`: what `work` throws by itself comes out as it is.
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
  const say = (text: string): Promise<string> =>
    command(client, text, transactionTimeoutMs).catch((error: unknown) => {
      throw toFailure(error)
    })
  const tx: Tx = { writes: true, ...readerOf(rows) }
  await say(begin)
  try {
    const result = await scope.run(state, work, tx)
    state.open = false
    // After a failed statement whose error was swallowed, the server answers COMMIT with a rollback and no error.
    const done = await say('commit')
    if (done !== 'COMMIT') throw new Error('a statement of this transaction failed, so nothing was committed')
    return result
  } catch (error) {
    state.open = false
    if (client.getTransactionStatus() !== 'I') await say('rollback').catch(() => {})
    throw error
  }
}

/** Repeats what was rolled back only because of others beside it. */
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
