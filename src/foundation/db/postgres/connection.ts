import type { Socket } from 'node:net'
import type pg from 'pg'
import { command } from '../session.ts'
import { valueTypes } from '../value-types.ts'

/**
 * Milliseconds for opening a connection, and for waiting for a free one. On a busy machine, the timer of the driver may
 * fire before the process has read the answer, so this is long. It is also the longest time for which a request waits
 * when PostgreSQL is down. The watch notices a silent network earlier.
 */
const connectTimeoutMs = 5_000
/**
 * Milliseconds after which the server cancels a read or a script. Transactions and the short statements of
 * `Database.single` have limits of their own.
 */
export const statementTimeoutMs = 10_000

/** Milliseconds after which an idle transaction is ended, so that a forgotten transaction does not keep its locks. */
const idleInTransactionMs = 60_000

export interface ConnectionOptions extends pg.ClientConfig {
  readonly connectionString: string
}

/** Returns the options that all connections to `url` share. */
export function connectionOptions(url: string): ConnectionOptions {
  return {
    connectionString: url,
    application_name: 'chancery',
    connectionTimeoutMillis: connectTimeoutMs,
    keepAlive: true,
    pipeline: true,
    types: valueTypes,
  }
}

/**
 * Returns the lock timeout for a statement timeout. The lock timeout is shorter, so that waiting for a lock can be
 * distinguished from slow work.
 */
export function lockTimeoutMs(statementTimeoutMs: number): number {
  return statementTimeoutMs * 0.8
}

/**
 * Sends the session's settings as a statement, since options in the start-up message fail behind some connection
 * poolers.
 */
export async function prepareSession(client: pg.ClientBase, timeoutMs: number): Promise<void> {
  // JIT compilation takes longer than it saves in any statement of Chancery.
  const settings = `set timezone = 'UTC'; set jit = off; set statement_timeout = ${timeoutMs};
    set lock_timeout = ${lockTimeoutMs(timeoutMs)};
    set idle_in_transaction_session_timeout = ${idleInTransactionMs}`
  await command(client, settings, connectTimeoutMs)
}

/** Ends a connection without waiting for the server, which may be gone. Statements under way fail at once. */
export function cutOff(client: pg.Client): void {
  client.connection.stream.destroy()
}

/** Returns the number of bytes that the server has sent so far. */
export function bytesReadBy(client: pg.Client): number {
  return (client.connection.stream as Socket).bytesRead
}
