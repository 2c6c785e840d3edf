import pg, { type ClientBase } from 'pg'
import { answerTimeouts } from './answer-timeouts.ts'
import type { Reader, Row } from './database.ts'
import { isStalePlan, readTimeout } from './failures.ts'
import type { PreparedNames } from './prepared/prepared-names.ts'
import { PreparedQuery } from './prepared/prepared-query.ts'
import { BytesOf, Script, type Sql, toStatement } from './sql.ts'

const rollbackTimeoutMs = 5_000

export interface Query {
  readonly text: string
  readonly values: unknown[]
  readonly name: string | undefined
  /** The column whose value stays bytes in long rows. */
  readonly bytesOf?: string | undefined
}

/** The rows of a query. `command` is the command tag of a query without a name. */
interface Answer<R> {
  readonly rows: R[]
  readonly command?: string
}

/** Converts a value to a parameter as the driver does. The types of the driver do not declare this function. */
const { prepareValue } = (pg as unknown as { utils: { prepareValue(value: unknown): unknown } }).utils

/**
 * Converts the values to texts, bytes and null. The driver would do so too late: a value that cannot be converted would
 * then make the prepared statement fail for good on this connection.
 */
export function toQuery(statement: Sql, names: PreparedNames): Query {
  const { text, values } = toStatement(statement)
  return {
    text,
    values: values.map((value) => prepareValue(value)),
    name: statement instanceof Script ? undefined : names.nameOf(text),
    bytesOf: statement instanceof BytesOf ? statement.column : undefined,
  }
}

/**
 * Sends one query and returns its rows. Gives the connection up after `timeoutMs` milliseconds without an answer; 0
 * waits without limit.
 */
export async function send<R extends object = Row>(client: ClientBase, query: Query, timeoutMs: number): Promise<R[]> {
  return (await answerOf<R>(client, query, timeoutMs)).rows
}

/** Sends a query and returns its answer; for several statements in one text, the answer to the last one. */
async function answerOf<R extends object>(client: ClientBase, query: Query, timeoutMs: number): Promise<Answer<R>> {
  try {
    const answer = await submit<R>(client, query, timeoutMs)
    // The driver returns a list for several statements, contrary to its types.
    return Array.isArray(answer) ? answer.at(-1)! : answer
  } catch (error) {
    // The stack of the driver's error begins at its socket; this one leads to the code that sent the query.
    if (error instanceof Error) Error.captureStackTrace(error)
    throw error
  }
}

/** Gives a query to the driver. */
function submit<R extends object>(
  client: ClientBase,
  { text, values, name, bytesOf }: Query,
  timeoutMs: number,
): Promise<Answer<R> | Answer<R>[]> {
  return new Promise((resolve, reject) => {
    const answered = answerTimeouts.start(timeoutMs, () => {
      reject(new Error(readTimeout))
      // A connection answers its queries in their order: those sent later would wait for this one as well.
      ;(client as pg.Client).connection.stream.destroy()
    })
    const answer = (error: Error | null | undefined, found: unknown): void => {
      answered()
      if (error) reject(error)
      else resolve(found as Answer<R>)
    }
    const query =
      name === undefined
        ? new pg.Query(text, values, answer)
        : new PreparedQuery({ name, text, values, bytesOf }, answer)
    client.query(query as pg.Submittable)
  })
}

export function readerOf(rows: Reader['rows']): Reader {
  return { rows, row: async <R extends object = Row>(statement: Sql) => (await rows<R>(statement))[0] }
}

/**
 * Sends one statement outside a transaction and returns its rows. Sends it again when its prepared plan was
 * invalidated.
 */
export async function sendAlone<R extends object = Row>(
  client: ClientBase,
  statement: Sql,
  names: PreparedNames,
  timeoutMs: number,
): Promise<R[]> {
  const query = toQuery(statement, names)
  if (statement instanceof Script) return sendScript(client, query, timeoutMs)
  try {
    return await send<R>(client, query, timeoutMs)
  } catch (error) {
    if (query.name === undefined || !isStalePlan(error)) throw error
    names.forget(query.text)
    return send<R>(client, { ...query, name: undefined }, timeoutMs)
  }
}

/**
 * Sends a script, which may contain BEGIN and COMMIT. Rolls back when it fails, so that the next statement does not run
 * inside the script's transaction.
 */
async function sendScript<R extends object>(client: ClientBase, query: Query, timeoutMs: number): Promise<R[]> {
  try {
    const rows = await send<R>(client, query, timeoutMs)
    if (client.getTransactionStatus() !== 'I') throw new Error('this script leaves a transaction open')
    return rows
  } catch (error) {
    await command(client, 'rollback', rollbackTimeoutMs).catch(() => {})
    throw error
  }
}

/** Sends constant text without values. Returns the command tag of the last statement, such as COMMIT. */
export async function command(client: ClientBase, text: string, timeoutMs: number): Promise<string> {
  return (await answerOf(client, { text, values: [], name: undefined }, timeoutMs)).command!
}
