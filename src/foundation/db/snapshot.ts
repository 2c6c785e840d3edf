import type { ClientBase } from 'pg'
import type { Row, Snapshot } from './database.ts'
import { createPreparedNames } from './prepared/prepared-names.ts'
import { command, readerOf, send, toQuery } from './session.ts'
import { join, Script, type Sql, sql } from './sql.ts'

/** The size that a batch should have, in characters of its rows. */
const batchChars = 1024 ** 2
const firstBatchRows = 100
const maxBatchRows = 5_000
const beginTimeoutMs = 60_000

/**
 * Runs `work` in a read-only transaction that sees one moment, on a connection without another user. Nothing limits
 * how long it takes.
 */
export async function runSnapshot<T>(client: ClientBase, work: (snapshot: Snapshot) => Promise<T>): Promise<T> {
  const names = createPreparedNames()
  const rows = <R extends object = Row>(statement: Sql): Promise<R[]> => send<R>(client, toQuery(statement, names), 0)
  const begin = `begin isolation level repeatable read read only; set local statement_timeout = 0;
    set local lock_timeout = 0; set local idle_in_transaction_session_timeout = 0`
  await command(client, begin, beginTimeoutMs)
  try {
    return await work({ ...readerOf(rows), batches: (statement) => batchesOf(rows, statement) })
  } finally {
    await command(client, 'rollback', beginTimeoutMs).catch(() => {})
  }
}

/** Reads through a cursor. The size of the rows in a batch determines the number of rows in the next batch. */
async function* batchesOf<R extends object>(
  rows: <A extends object>(statement: Sql) => Promise<A[]>,
  statement: Sql,
): AsyncGenerator<R[]> {
  await rows(join([sql`declare batches no scroll cursor for`, statement], sql` `))
  try {
    for (let count = firstBatchRows; ; ) {
      const batch = await rows<R>(new Script(`fetch ${count} from batches`))
      if (batch.length > 0) yield batch
      if (batch.length < count) return
      const chars = batch.reduce((sum, row) => sum + sizeOf(row), 0)
      count = Math.max(1, Math.min(maxBatchRows, Math.floor((batchChars * batch.length) / Math.max(chars, 1))))
    }
  } finally {
    await rows(new Script('close batches'))
  }
}

function sizeOf(row: object): number {
  return Object.values(row).reduce((sum, value) => sum + (typeof value === 'string' ? value.length : 8), 0)
}
