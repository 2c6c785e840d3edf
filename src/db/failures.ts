import { errorKind, PlatformError } from '../kit/errors.ts'

export const DatabaseUnavailable = errorKind(
  'database.unavailable',
  503,
  'The database does not respond at the moment. The change may or may not have been made; send the same request again.',
)
export const DatabaseReadOnly = errorKind(
  'database.read_only',
  503,
  'The database accepts no changes at the moment, for example during a failover. Nothing was changed, and reading still works. Try again later.',
)
export const DatabaseBusy = errorKind(
  'database.busy',
  503,
  'The database is busy with other transactions, for example one that holds a lock. Nothing was changed; try again.',
)
export const QueryTooSlow = errorKind(
  'query.too_slow',
  400,
  'The request took the database too long and was stopped. Nothing was changed. Narrow the request.',
)
export const DatabaseFull = errorKind(
  'database.full',
  503,
  'The disk of the database is full. Reading still works; writing works again once there is space.',
)

/** What the database may answer to any operation. */
export const databaseErrors = [DatabaseUnavailable, DatabaseReadOnly, DatabaseBusy, DatabaseFull, QueryTooSlow]

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
 * SQLSTATEs and classes of them after which the connection is of no use: broken (08), ended or not let in by the server
 * (57P01 to 57P05, 53300), timed out inside a transaction (25P03, 25P04), inside somebody else's failed transaction
 * (25P02), of unknown outcome (40003), failed in the server's own files (58).
 */
const connectionLost = /^(08|58|57P0[1-5]|53300|25P0[234]|40003)/
/** Rolled back beside others (40), out of memory or of another resource (53), locked (55), snapshot too old (72). */
const tooBusy = /^(40(000|001|P01)|53|55006|55P03|72)/
/** A standby, or default_transaction_read_only. */
const readOnlyState = '25006'
// What the driver itself says has no code.
const driverSentences =
  /^(Connection terminated|timeout expired|timeout exceeded|Query read timeout|Client (was closed|has encountered a connection error)|Cannot use a pool)/

interface PgError extends Error {
  code?: string
  severity?: string
  syscall?: string
  constraint?: string
}

/** The SQLSTATE or the code of the system; also of what `toFailure` made of it, so that a transaction can be repeated. */
function stateOf(error: unknown): string {
  if (error instanceof PlatformError) return databaseErrors.includes(error.kind) ? stateOf(error.cause) : ''
  const code = error instanceof Error ? (error as PgError).code : undefined
  return typeof code === 'string' ? code : ''
}

/** Is the connection lost, so that nobody knows what became of the statement? */
export function isConnectionTrouble(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof PlatformError) return error.kind === DatabaseUnavailable
  const state = stateOf(error)
  const { severity, syscall } = error as PgError
  return (
    networkCodes.has(state) ||
    // The socket file of a server that is away; a missing file of another kind has nothing to do with us.
    (state === 'ENOENT' && syscall === 'connect') ||
    connectionLost.test(state) ||
    severity === 'FATAL' ||
    severity === 'PANIC' ||
    driverSentences.test(error.message)
  )
}

/** Does the database refuse changes because it is a standby or set to read-only? Nothing was changed. */
export function isReadOnly(error: unknown): boolean {
  if (error instanceof PlatformError) return error.kind === DatabaseReadOnly
  const state = stateOf(error)
  return state === readOnlyState || (state === '55000' && /recovery is in progress/.test((error as Error).message))
}

/**
 * Is another connection the only hope? A lost one is; so is one that is read-only, since a session may stay so when its
 * server no longer is, and one that met an internal error of the server (XX000).
 */
export function breaksSession(error: unknown): boolean {
  return isConnectionTrouble(error) || isReadOnly(error) || stateOf(error) === 'XX000'
}

/** No answer came in time, and the connection was given up for it. */
export function isReadTimeout(error: unknown): boolean {
  return error instanceof Error && error.message === 'Query read timeout'
}

/** The server no longer knows a prepared statement, or its plan was outgrown by a change of the table. Nothing ran. */
export function isStalePlan(error: unknown): boolean {
  const state = stateOf(error)
  return state === '26000' || state === '42P05' || (state === '0A000' && /cached plan/.test((error as Error).message))
}

/** Was the transaction rolled back only because of others beside it (serialization failure, deadlock)? */
export function isRetriable(error: unknown): boolean {
  const state = stateOf(error)
  return state === '40001' || state === '40P01'
}

/** Does a row with this key exist already? `constraint` is the name of the index or constraint. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  return stateOf(error) === '23505' && (constraint === undefined || (error as PgError).constraint === constraint)
}

/** What a caller may see of a failure of the database; everything else is passed on as it is and becomes a 500. */
export function toFailure(error: unknown): unknown {
  if (error instanceof PlatformError) return error
  const cause = { cause: error }
  if (isConnectionTrouble(error))
    return DatabaseUnavailable('The database does not answer at the moment; please try again.', {}, cause)
  if (isReadOnly(error))
    return DatabaseReadOnly('The database takes no changes at the moment; please try again.', { retryAfterS: 5 }, cause)
  const state = stateOf(error)
  if (state === '57014') return QueryTooSlow('This takes the database too long; narrow the request down.', {}, cause)
  if (state === '53100') return DatabaseFull('The disk of the database is full.', {}, cause)
  if (tooBusy.test(state) || isStalePlan(error)) return busy(error)
  return error
}

/** The same for statements that are short by nature: one that is stopped for its time has waited for others. */
export function toShortFailure(error: unknown): unknown {
  return stateOf(error) === '57014' ? busy(error) : toFailure(error)
}

function busy(cause: unknown): PlatformError {
  return DatabaseBusy('The database is busy with other changes; nothing was changed, please try again.', {}, { cause })
}
