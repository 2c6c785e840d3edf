import { errorKind, PlatformError } from '../kit/errors.ts'

export const DatabaseUnavailable = errorKind(
  'database.unavailable',
  503,
  'The database does not answer at the moment. What was asked may or may not have happened; ask again.',
)
export const QueryTooSlow = errorKind(
  'query.too_slow',
  400,
  'The database took too long over this request and was stopped. Nothing was changed.',
)
export const DatabaseFull = errorKind(
  'database.full',
  503,
  'The disk of the database is full. Reading goes on; writing works again once there is space.',
)

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
// Shutting down, crashed, starting up, too many connections; class 08 is added below.
const serverGoneStates = new Set(['57P01', '57P02', '57P03', '53300'])
// What the driver itself says has no code.
const driverSentences =
  /^(Connection terminated|timeout expired|timeout exceeded|Query read timeout|Client (was closed|has encountered a connection error)|Cannot use a pool)/

interface PgError extends Error {
  code?: string
  syscall?: string
  constraint?: string
}

function stateOf(error: unknown): string {
  const code = error instanceof Error ? (error as PgError).code : undefined
  return typeof code === 'string' ? code : ''
}

/** Is the connection lost, so that nobody knows what became of the statement? */
export function isConnectionTrouble(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof PlatformError) return error.kind === DatabaseUnavailable
  const state = stateOf(error)
  return (
    networkCodes.has(state) ||
    // The socket file of a server that is away; a missing file of another kind has nothing to do with us.
    (state === 'ENOENT' && (error as PgError).syscall === 'connect') ||
    serverGoneStates.has(state) ||
    state.startsWith('08') ||
    driverSentences.test(error.message)
  )
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
  if (isConnectionTrouble(error)) {
    return DatabaseUnavailable('The database does not answer at the moment; please try again.', {}, { cause: error })
  }
  const state = stateOf(error)
  if (state === '57014') {
    return QueryTooSlow('This takes the database too long; narrow the request down.', {}, { cause: error })
  }
  if (state === '53100') return DatabaseFull('The disk of the database is full.', {}, { cause: error })
  return error
}
