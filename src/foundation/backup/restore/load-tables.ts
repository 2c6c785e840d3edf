import { promisify } from 'node:util'
import { zstdDecompress } from 'node:zlib'
import type { Database, Tx } from '../../db/database.ts'
import { dumpSchema } from '../../db/schema.ts'
import { Script } from '../../db/sql.ts'
import type { ArchivedTable, Manifest } from '../archive/manifest.ts'
import { archivedTables, digestOf, insertLines } from '../tables.store.ts'
import { type Table, titleOf } from '../tables.ts'
import {
  addForeignKeys,
  dropForeignKeys,
  emptyTables,
  foreignKeysOf,
  setSequence,
  silentTriggers,
  switchTriggers,
} from './tables.store.ts'

const decompress = promisify(zstdDecompress)
const maxPartBytes = 1024 ** 3
const maxInsertChars = 1024 ** 2
const verifyTimeoutMs = 6 * 60 * 60_000

/** Loads the rows of an archive into a database that has its schema. */
export interface TableLoader {
  /** Inserts the rows of a part of a table; ignores other files of the archive. */
  load(part: string, packed: () => Promise<Buffer>): Promise<void>
  /**
   * Restores foreign keys, triggers and sequences. Throws when the schema is not exactly as it was before the rows
   * were loaded.
   */
  finish(): Promise<void>
  /**
   * Compares every loaded table with the manifest: the number of rows, and the digest if all columns were loaded.
   * Throws when they differ.
   */
  verify(): Promise<void>
  /** Tables of the archive that are not part of Chancery; an administrator made them. */
  readonly skipped: readonly string[]
}

interface Loaded {
  readonly table: Table
  readonly archived: ArchivedTable
  /** The columns that the archive and the table have, with their places in the archive. */
  readonly columns: readonly { readonly name: string; readonly type: string; readonly at: number }[]
}

/** Empties the tables, and removes their foreign keys and disables their triggers until `finish`. */
export async function createTableLoader(database: Database, manifest: Manifest): Promise<TableLoader> {
  const schemaBefore = await dumpSchema(database)
  const keys = await foreignKeysOf(database.reader)
  const loaded = matchTables(manifest, await archivedTables(database.reader))
  const byPart = new Map(loaded.flatMap((one) => one.archived.parts.map(({ name }) => [name, one] as const)))
  const unlimited = <T>(work: (tx: Tx) => Promise<T>): Promise<T> =>
    database.transaction(async (tx) => {
      await tx.rows(new Script('set local statement_timeout = 0; set local lock_timeout = 0'))
      return work(tx)
    })

  await unlimited(async (tx) => {
    await dropForeignKeys(tx, keys)
    await switchTriggers(tx, 'disable')
    await emptyTables(
      tx,
      loaded.map(({ table }) => table),
    )
  })
  const known = new Set(loaded.map(({ archived }) => archived))
  return {
    skipped: manifest.tables.filter((archived) => !known.has(archived)).map(({ name }) => name),
    async load(part, packed) {
      const one = byPart.get(part)
      if (one === undefined) return
      const text = (await decompress(await packed(), { maxOutputLength: maxPartBytes })).toString('utf8')
      await unlimited(async (tx) => {
        for (const array of arraysOf(text)) await tx.rows(insertLines(one.table, one.columns, array))
      })
    },
    async finish() {
      await unlimited(async (tx) => {
        for (const sequence of manifest.sequences) await setSequence(tx, sequence)
        await switchTriggers(tx, 'enable')
        await addForeignKeys(tx, keys)
      })
      const schemaAfter = await dumpSchema(database)
      const silent = await silentTriggers(database.reader)
      if (schemaAfter !== schemaBefore || silent.length > 0)
        throw new Error(`the schema is not as it was before the rows were loaded${silent.map((name) => `; ${name}`)}`)
      await database.outsideTransaction(new Script('analyze'))
    },
    async verify() {
      for (const { table, archived, columns } of loaded) {
        const [found] = await database.readOnly<{ rows: number; digest: string }>(digestOf({ ...table, columns }), {
          timeoutMs: verifyTimeoutMs,
        })
        const { name, rows, digest } = archived
        const isComparable = columns.length === archived.columns.length
        if (found!.rows !== rows || (isComparable && found!.digest !== digest))
          throw new Error(`${name} differs from the archive: ${found!.rows} rows were restored, of ${rows}`)
      }
    },
  }
}

/**
 * Matches the tables of the archive with those of the database. The tables of the job queue may be of another
 * version.
 */
function matchTables({ tables }: Manifest, present: readonly Table[]): Loaded[] {
  return tables.flatMap((archived) => {
    const table = present.find((one) => titleOf(one) === archived.name)
    if (table === undefined) return []
    const columns = archived.columns.flatMap((name, at) => {
      const column = table.columns.find((one) => one.name === name)
      if (column === undefined && table.schema === 'public')
        throw new Error(`the archive has a column ${archived.name}.${name}, which cannot be restored`)
      return column === undefined ? [] : [{ ...column, at }]
    })
    return [{ table, archived, columns }]
  })
}

/** Joins lines to JSON arrays of about a megabyte. */
function* arraysOf(text: string): Generator<string> {
  let lines: string[] = []
  let chars = 0
  for (const line of text.split('\n')) {
    if (line === '') continue
    lines.push(line)
    chars += line.length
    if (chars < maxInsertChars) continue
    yield `[${lines.join(',')}]`
    lines = []
    chars = 0
  }
  if (lines.length > 0) yield `[${lines.join(',')}]`
}
