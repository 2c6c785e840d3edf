import pg from 'pg'
import type { Row } from '../database.ts'
import { valueTypes } from '../value-types.ts'
import { LongRow } from './long-rows.ts'

/** A connection of the driver, with the members that its types lack. */
interface Connection {
  readonly stream: pg.Connection['stream']
  /** The texts of the statements that the server has prepared, by their names. */
  readonly parsedStatements: Readonly<Record<string, string>>
  /** The texts of the statements that the server is preparing. */
  readonly submittedNamedStatements: Record<string, string>
  parse(statement: { name: string; text: string }): void
  describe(object: { type: 'S'; name: string }): void
  bind(portal: { statement: string; values: readonly unknown[] }): void
  execute(): void
  sync(): void
}

/** A statement with its values, which are texts, bytes or null. */
interface PreparedStatement {
  readonly name: string
  readonly text: string
  readonly values: unknown[]
  /** The column whose values stay bytes in long rows. */
  readonly bytesOf: string | undefined
}

type Answered = (error: Error | null, answer?: { rows: Row[] }) => void

/** The members of the driver's query that its client uses. */
interface DriverQuery {
  name: string
  readonly text: string
  readonly values: readonly unknown[]
  readonly callback: Answered
}

const DriverQuery = pg.Query as unknown as new (text: string, values: unknown[], answered: Answered) => DriverQuery

type Columns = readonly { readonly name: string; readonly parse: (text: string) => unknown }[]

/** The columns of the prepared statements of each connection, by the names of the statements. */
const columnsOf = new WeakMap<Connection, Map<string, Columns>>()

/**
 * A query of a prepared statement. Its columns are described once, together with preparing it, while the driver asks
 * for their description at each execution. They cannot change: the server refuses to execute a statement whose columns
 * would. The class is a query of the driver, because the driver pipelines no others.
 */
export class PreparedQuery extends DriverQuery {
  readonly #rows: Row[] = []
  #columns: Map<string, Columns> | undefined
  /** Whether this query asks for the description of its columns. */
  #describes = false
  #error: Error | null = null

  readonly #bytesOf: string | undefined

  constructor({ name, text, values, bytesOf }: PreparedStatement, answered: Answered) {
    super(text, values, answered)
    this.name = name
    this.#bytesOf = bytesOf
  }

  /** Sends the query. Called by the driver. */
  submit(connection: Connection): null {
    const { name, text, values } = this
    const { stream, parsedStatements, submittedNamedStatements: submitted } = connection
    this.#columns = columnsOf.get(connection) ?? new Map()
    columnsOf.set(connection, this.#columns)
    stream.cork()
    // The statement is described apart from its execution, whose values the server may refuse: queries that were sent
    // meanwhile need the columns, too.
    const isPrepared = parsedStatements[name] !== undefined
    const isNew = !isPrepared && submitted[name] === undefined
    if (isNew) connection.parse({ name, text })
    // The server may have prepared a statement and then have failed to describe it, for example at a timeout.
    this.#describes = isNew || (isPrepared && !this.#columns.has(name))
    if (this.#describes) connection.describe({ type: 'S', name })
    if (isNew) submitted[name] = text
    connection.bind({ statement: name, values })
    connection.execute()
    connection.sync()
    stream.uncork()
    return null
  }

  handleRowDescription({ fields }: { fields: readonly { name: string; dataTypeID: number }[] }): void {
    const columns = fields.map(({ name, dataTypeID }) => ({ name, parse: valueTypes.getTypeParser(dataTypeID) }))
    this.#columns!.set(this.name, columns)
  }

  handleDataRow(data: LongRow | { fields: readonly (string | null)[] }): void {
    const fields = data instanceof LongRow ? data.bytes : data.fields
    const row: Row = {}
    const columns = this.#columns!.get(this.name)
    // An exception here would end the process: nobody waits for the driver when it reads an answer.
    if (columns === undefined) {
      this.#error = new Error('the columns of a prepared statement are not known')
      return
    }
    for (let place = 0; place < fields.length; place++) {
      const field = fields[place]!
      const { name, parse } = columns[place]!
      if (field === null || typeof field === 'string') row[name] = field === null ? null : parse(field)
      else row[name] = name === this.#bytesOf ? field : parse(field.toString())
    }
    this.#rows.push(row)
  }

  handleCommandComplete(): void {
    // The statement has been described as one without columns.
    if (this.#describes && !this.#columns!.has(this.name)) this.#columns!.set(this.name, [])
  }

  handleReadyForQuery(): void {
    this.callback(this.#error, { rows: this.#rows })
  }
}
