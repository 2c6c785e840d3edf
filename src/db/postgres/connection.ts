import type { Socket } from 'node:net'
import type pg from 'pg'
import { command } from '../session.ts'

const connectTimeoutMs = 2_500
/** Reads and single statements are stopped by the server after this, transactions by a limit of their own. */
export const statementTimeoutMs = 10_000

/** A transaction whose owner forgot it must not keep its locks. */
const idleInTransactionMs = 60_000

export interface ConnectionOptions extends pg.ClientConfig {
  readonly connectionString: string
}

/** What every connection to `url` has in common. */
export function connectionOptions(url: string): ConnectionOptions {
  return {
    connectionString: url,
    application_name: 'chancery',
    connectionTimeoutMillis: connectTimeoutMs,
    keepAlive: true,
    pipeline: true,
  }
}

/** Less than the statement may take, so that waiting for a lock is told from work that takes long. */
export function lockTimeoutMs(statementTimeoutMs: number): number {
  return statementTimeoutMs * 0.8
}

/** Settings are made by a statement, since options in the start-up message fail behind some connection poolers. */
export async function prepareSession(client: pg.ClientBase, timeoutMs: number): Promise<void> {
  // To compile a plan takes longer than any of our statements gains by it.
  const settings = `set timezone = 'UTC'; set jit = off; set statement_timeout = ${timeoutMs};
    set lock_timeout = ${lockTimeoutMs(timeoutMs)};
    set idle_in_transaction_session_timeout = ${idleInTransactionMs}`
  await command(client, settings, connectTimeoutMs)
}

/** Ends a connection without waiting for the other side, which may be gone; whatever is in flight fails at once. */
export function cutOff(client: pg.Client): void {
  client.connection.stream.destroy()
}

/** Bytes that the server has sent so far. */
export function bytesReadBy(client: pg.Client): number {
  return (client.connection.stream as Socket).bytesRead
}
