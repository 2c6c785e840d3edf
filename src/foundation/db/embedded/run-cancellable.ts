import type { Row } from '../database.ts'
import { isCanceled, isConnectionTrouble, QueryTooSlow, toFailure } from '../failures.ts'
import type { PreparedNames } from '../prepared/prepared-names.ts'
import { type Sql, sql } from '../sql.ts'
import { beginReadOnly, runTransaction } from '../transaction.ts'
import type { Server } from './server.ts'

/** Maximum time that other requests wait for the statement, in ms. */
const maxWaitMs = 1_000
const checkEveryMs = 50
/** Milliseconds that the server has to cancel a statement before it is restarted. */
const maxCancelMs = 5_000

export interface CancellableLimits {
  readonly timeoutMs: number
  /** Returns whether another request waits for the database. */
  readonly isAwaited: () => boolean
}

/**
 * Runs one SELECT in a read-only transaction and returns its rows. Cancels the statement after `timeoutMs`, and as soon
 * as another request has waited for a second: the server has one session, so a slow report would stop everybody. The
 * server is restarted if it does not cancel the statement. Throws `query.too_slow` in each of these cases.
 */
export async function runCancellable(
  server: Server,
  names: PreparedNames,
  { timeoutMs, isAwaited }: CancellableLimits,
  statement: Sql,
): Promise<Row[]> {
  let awaitedSinceMs: number | undefined
  let cancelledAtMs: number | undefined
  let reason = ''

  const failureOf = (error: unknown): unknown =>
    cancelledAtMs !== undefined && (isCanceled(error) || isConnectionTrouble(error))
      ? QueryTooSlow(reason, {}, { cause: error })
      : toFailure(error)
  const settings = { begin: beginReadOnly, prepared: new Map(), timeoutMs: 0, toFailure: failureOf }
  const { result } = await runTransaction(server.client, names, settings, async (tx) => {
    await tx.rows(measured)
    return server.cancellable(async (cancel) => {
      const sentAtMs = performance.now()
      const check = (): void => {
        const nowMs = performance.now()
        awaitedSinceMs = isAwaited() ? (awaitedSinceMs ?? nowMs) : undefined
        const isLate = nowMs - sentAtMs >= timeoutMs
        const isInTheWay = awaitedSinceMs !== undefined && nowMs - awaitedSinceMs >= maxWaitMs
        if (cancelledAtMs === undefined && (isLate || isInTheWay)) {
          cancelledAtMs = nowMs
          reason = isLate ? takesTooLong : isInTheWayOfOthers
          cancel()
        } else if (cancelledAtMs !== undefined && nowMs - cancelledAtMs >= maxCancelMs) void server.kill()
      }
      const timer = setInterval(check, checkEveryMs)
      try {
        return await tx.rows(statement)
      } finally {
        clearInterval(timer)
      }
    })
  })
  return result
}

const takesTooLong = 'The request takes the database too long; narrow it down.'
const isInTheWayOfOthers =
  'The request was stopped because others had to wait for it; narrow it down, or try again later.'

/**
 * Lets the statements of a transaction read the clock for every row, so that they can be cancelled. The duration is the
 * largest one, so that nothing is logged.
 */
const measured = sql`select set_config('auto_explain.log_min_duration', '2147483647', true),
  set_config('auto_explain.log_analyze', 'on', true)`
