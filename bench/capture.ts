import type pg from 'pg'
import type { Database, Reader, Row } from '../src/foundation/db/database.ts'
import { type Sql, type Statement, toStatement } from '../src/foundation/db/sql.ts'
import { openRooms } from './rooms.ts'
import { elementId, fillTemplate, type Numbers } from './template.ts'
import type { Workload } from './workloads.ts'

/** A statement that the server sends, with templates in place of its parameters. */
export interface BareStatement {
  readonly text: string
  /** Parameter values in the text format of the wire protocol; null is SQL NULL. */
  readonly values: readonly (string | null)[]
  /** Parameter types as the server infers them: `uuid`, `jsonb[]` … */
  readonly types: readonly string[]
}

/** A number that is unlikely to occur by chance, so that it can be found again in the parameters. */
const v = 918_273_645

/**
 * Returns the statements that an operation sends. To capture them, runs the operation once through the same rooms as
 * the server does. No statement is copied by hand, so bare SQL always matches the current program.
 */
export async function capture(
  database: Database,
  client: pg.Client,
  workload: Workload,
  { turn, rows }: { turn: number; rows: number },
): Promise<BareStatement[]> {
  const seen: Statement[] = []
  await using rooms = await openRooms(database, recording(database, seen))
  const numbers: Numbers = { n: workload.places ? workload.between(rows)[0] : rows, v: v + turn }
  const id = elementId(numbers.n)
  const input = workload.body === undefined ? {} : JSON.parse(fillTemplate(workload.body(turn, rows), numbers))
  const run = () => workload.call(rooms.elements, rooms.caller, id, input)
  if (workload.warm) await run()
  seen.length = 0
  const answer = (await run()) as { item?: { text: string } }
  const newId = workload.name === 'create' ? String(JSON.parse(answer.item!.text).__id) : undefined
  const places = [
    ...(workload.places?.(numbers) ?? []),
    [id, '@id@'],
    [String(numbers.v), '@v@'],
    ...(newId === undefined ? [] : [[newId, '@new@']]),
  ] as const
  const toTemplate = (value: string): string =>
    places.reduce((text, [found, place]) => text.replaceAll(found!, place!), value)
  const statements: BareStatement[] = []
  for (const { text, values } of seen) {
    const templates = values.map(toText).map((value) => (value === null ? null : toTemplate(value)))
    statements.push({ text, values: templates, types: await parameterTypes(client, text) })
  }
  return statements
}

/** Returns the statements that `work` sends through the database `seenBy`, with their values unchanged. */
export async function captureWork(
  database: Database,
  client: pg.Client,
  work: (seenBy: Database) => Promise<unknown>,
): Promise<BareStatement[]> {
  const seen: Statement[] = []
  await work(recording(database, seen))
  const statements: BareStatement[] = []
  for (const { text, values } of seen)
    statements.push({ text, values: values.map(toText), types: await parameterTypes(client, text) })
  return statements
}

function recording(database: Database, seen: Statement[]): Database {
  const watch = <R extends Reader>(reader: R): R => {
    const note = (statement: Sql): Sql => {
      seen.push(toStatement(statement))
      return statement
    }
    return {
      ...reader,
      rows: <T extends object = Row>(statement: Sql) => reader.rows<T>(note(statement)),
      row: <T extends object = Row>(statement: Sql) => reader.row<T>(note(statement)),
    }
  }
  return { ...database, reader: watch(database.reader), single: watch(database.single) }
}

async function parameterTypes(client: pg.Client, text: string): Promise<string[]> {
  await client.query(`prepare seen as ${text}`)
  const { rows } = await client.query<{ types: string[] }>(
    `select parameter_types::text[] as types from pg_prepared_statements where name = 'seen'`,
  )
  await client.query('deallocate seen')
  return rows[0]!.types
}

/** Converts a value to text in the way the driver does, so that the server gets the same parameter. */
function toText(value: unknown): string | null {
  if (value === null || value === undefined) return null
  if (value instanceof Date) return value.toISOString()
  if (Array.isArray(value)) return `{${value.map(toText).map(quoteEntry).join(',')}}`
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

function quoteEntry(entry: string | null): string {
  return entry === null ? 'NULL' : `"${entry.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`
}
