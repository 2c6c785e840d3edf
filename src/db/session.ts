import type { ClientBase, QueryConfig, QueryResult } from 'pg'
import type { Reader, Row } from './database.ts'
import { isStalePlan } from './failures.ts'
import type { PreparedNames } from './prepared-names.ts'
import { Script, type Sql, toStatement } from './sql.ts'
import { valueTypes } from './value-types.ts'

const rollbackTimeoutMs = 5_000

export interface Query {
  readonly text: string
  readonly values: unknown[]
  readonly name: string | undefined
}

/** `query_timeout` is read per query by the driver, but missing in its types. */
interface TimedQuery extends QueryConfig<unknown[]> {
  query_timeout?: number
}

export function toQuery(statement: Sql, names: PreparedNames): Query {
  const { text, values } = toStatement(statement)
  return {
    text,
    values: values.map(toParameter),
    name: statement instanceof Script ? undefined : names.nameOf(text),
  }
}

/**
 * Objects become JSON here and not in the driver: there a value that can't be written closes the prepared
 * statement behind the back of the connection, and the statement fails for good.
 */
function toParameter(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  if (value instanceof Date || ArrayBuffer.isView(value)) return value
  return JSON.stringify(value)
}

/** Sends one query. `timeoutMs`: the connection is given up when no answer came by then; 0 waits for ever. */
export async function send<R extends object = Row>(client: ClientBase, query: Query, timeoutMs: number): Promise<R[]> {
  const config: TimedQuery = { text: query.text, values: query.values, types: valueTypes }
  if (query.name !== undefined) config.name = query.name
  if (timeoutMs > 0) config.query_timeout = timeoutMs
  const result = await client.query<R & Row>(config)
  return lastOf(result).rows
}

export function readerOf(rows: Reader['rows']): Reader {
  return { rows, row: async <R extends object = Row>(statement: Sql) => (await rows<R>(statement))[0] }
}

/** One statement outside a transaction, so that it can be sent again when the server has outgrown its plan. */
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

/** A script may hold BEGIN and COMMIT of its own; one that fails between them must not leave them to the next. */
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

/** Sends text of our own without values, and tells what the server calls what it did, such as COMMIT. */
export async function command(client: ClientBase, text: string, timeoutMs: number): Promise<string> {
  const config: TimedQuery = { text, query_timeout: timeoutMs }
  return lastOf(await client.query(config)).command
}

/** Several statements in one text answer with a list, against the driver's types. */
function lastOf<T extends object>(result: QueryResult<T> | QueryResult<T>[]): QueryResult<T> {
  return Array.isArray(result) ? result.at(-1)! : result
}
