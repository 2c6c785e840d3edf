import { errorKind, PlatformError } from '../kit/errors.ts'

export const DatabaseUnavailable = errorKind(
  'database.unavailable',
  503,
  'The database does not respond at the moment. The change may or may not have been made; send the same request again.',
)
const DatabaseReadOnly = errorKind(
  'database.read_only',
  503,
  'The database accepts no changes at the moment, for example during a failover. Nothing was changed, and reading still works. Try again later.',
)
const DatabaseBusy = errorKind(
  'database.busy',
  503,
  'The database is busy with other transactions, for example one that holds a lock. Nothing was changed; try again.',
)
export const QueryTooSlow = errorKind(
  'query.too_slow',
  400,
  'The request took the database too long and was stopped. Nothing was changed. Narrow the request.',
)
const DatabaseFull = errorKind(
  'database.full',
  503,
  'The disk of the database is full. Reading still works; writing works again once there is space.',
)

export const LegalHold = errorKind(
  'record.on_hold',
  409,
  'What would be deleted is under a legal hold. Nothing was changed. An administrator can lift the hold.',
)

/** The database errors that any operation may return. */
export const databaseErrors = [
  DatabaseUnavailable,
  DatabaseReadOnly,
  DatabaseBusy,
  DatabaseFull,
  QueryTooSlow,
  LegalHold,
]

/** SQLSTATE with which the triggers of legal holds refuse a deletion (migration 251). */
const heldState = 'CH001'

const networkCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
])
/**
 * SQLSTATEs and classes of SQLSTATEs after which the connection is useless: broken (08), ended or refused by the server
 * (57P01 to 57P05, 53300), timed out inside a transaction (25P03, 25P04), inside another client's failed transaction
 * (25P02), of unknown outcome (40003), failed in the server's own files (58).
 */
const connectionLost = /^(08|58|57P0[1-5]|53300|25P0[234]|40003)/
/**
 * Error codes of a busy database: rolled back because of concurrent transactions (40), out of memory or other
 * resources (53), locked (55), snapshot too old (72).
 */
const tooBusy = /^(40(000|001|P01)|53|55006|55P03|72)/
/** Read-only: the server is a standby, or default_transaction_read_only is on. */
const readOnlyState = '25006'
// The driver's own errors have no code, only these messages.
const driverSentences =
  /^(Connection terminated|timeout expired|timeout exceeded|Query read timeout|Client (was closed|has encountered a connection error)|Cannot use a pool)/

interface PgError extends Error {
  code?: string
  severity?: string
  syscall?: string
  constraint?: string
}

/**
 * Returns the SQLSTATE or system error code of an error. Also looks into errors made by `toFailure`, so that a
 * transaction can be retried.
 */
function stateOf(error: unknown): string {
  if (error instanceof PlatformError) return databaseErrors.includes(error.kind) ? stateOf(error.cause) : ''
  const code = error instanceof Error ? (error as PgError).code : undefined
  return typeof code === 'string' ? code : ''
}

/** Returns whether a lock was not free within the lock timeout. */
export function isLockTimeout(error: unknown): boolean {
  return stateOf(error) === '55P03'
}

/** Returns whether the connection is lost, so that the outcome of the statement is unknown. */
export function isConnectionTrouble(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof PlatformError) return error.kind === DatabaseUnavailable
  const state = stateOf(error)
  const { severity, syscall } = error as PgError
  return (
    networkCodes.has(state) ||
    // The socket file of a stopped server is missing; other missing files are unrelated to the connection.
    (state === 'ENOENT' && syscall === 'connect') ||
    connectionLost.test(state) ||
    severity === 'FATAL' ||
    severity === 'PANIC' ||
    driverSentences.test(error.message)
  )
}

/** Returns whether the database refused a change because it is a standby or read-only. Nothing was changed. */
export function isReadOnly(error: unknown): boolean {
  if (error instanceof PlatformError) return error.kind === DatabaseReadOnly
  const state = stateOf(error)
  return state === readOnlyState || (state === '55000' && /recovery is in progress/.test((error as Error).message))
}

/**
 * Returns whether the session must be replaced: after a lost connection, after an internal error of the server (XX000),
 * and when the session is read-only, since it may stay read-only when its server no longer is.
 */
export function breaksSession(error: unknown): boolean {
  return isConnectionTrouble(error) || isReadOnly(error) || stateOf(error) === 'XX000'
}

/** Returns whether a connection could not be opened in time, according to the timer of the driver. */
export function isConnectTimeout(error: unknown): boolean {
  return error instanceof Error && /^(Connection terminated due to connection timeout|timeout e)/.test(error.message)
}

/** The message of the error with which a query ends when its answer does not come in time. */
export const readTimeout = 'Query read timeout'

/** Returns whether no answer came in time. The connection was closed in this case. */
export function isReadTimeout(error: unknown): boolean {
  return error instanceof Error && error.message === readTimeout
}

/**
 * Returns whether the server lacks a prepared statement, already has another one of that name, or can no longer use its
 * plan because a table was changed. Nothing ran.
 */
export function isStalePlan(error: unknown): boolean {
  const state = stateOf(error)
  return state === '26000' || state === '42P05' || (state === '0A000' && /cached plan/.test((error as Error).message))
}

/** Returns whether a transaction was rolled back only because of concurrent ones (serialization failure, deadlock). */
export function isRetriable(error: unknown): boolean {
  const state = stateOf(error)
  return state === '40001' || state === '40P01'
}

/** Returns whether the server cancelled the statement: after a timeout, or because somebody asked for it. */
export function isCanceled(error: unknown): boolean {
  return stateOf(error) === '57014'
}

/**
 * Returns whether a row with this key already exists. `constraint` is the name of the index or constraint; defaults to
 * any.
 */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  return stateOf(error) === '23505' && (constraint === undefined || (error as PgError).constraint === constraint)
}

/**
 * Converts a failure of the database to the error that a caller may see. Returns any other error unchanged; it becomes
 * a 500.
 */
export function toFailure(error: unknown): unknown {
  if (error instanceof PlatformError) return error
  const cause = { cause: error }
  if (isConnectionTrouble(error))
    return DatabaseUnavailable('The database does not respond at the moment; try again.', {}, cause)
  if (isReadOnly(error))
    return DatabaseReadOnly('The database accepts no changes at the moment; try again.', { retryAfterS: 5 }, cause)
  const state = stateOf(error)
  if (isCanceled(error)) return QueryTooSlow('The request takes the database too long; narrow it down.', {}, cause)
  if (state === heldState) return LegalHold((error as Error).message, {}, cause)
  if (state === '53100') return DatabaseFull('The disk of the database is full.', {}, cause)
  if (tooBusy.test(state) || isStalePlan(error)) return busy(error)
  return error
}

/**
 * Converts a failure of a statement that is short by nature. If such a statement was canceled by its timeout, it was
 * waiting for other transactions, so the error is DatabaseBusy.
 */
export function toShortFailure(error: unknown): unknown {
  return isCanceled(error) ? busy(error) : toFailure(error)
}

/** Returns the error of work for which no connection to the database became free. Nothing was sent. */
export function noConnectionFree(): PlatformError {
  return DatabaseBusy('All connections to the database are in use; nothing was changed, so try again.')
}

function busy(cause: unknown): PlatformError {
  return DatabaseBusy('The database is busy with other changes; nothing was changed, so try again.', {}, { cause })
}
