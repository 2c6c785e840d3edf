import type { Files } from '../../files/index.ts'
import type { Database } from '../../foundation/db/database.ts'
import { tableOf } from './apply-file.ts'
import type { Import } from './imports.store.ts'
import type { Row, Table } from './read/row.ts'
import { type Outcome, reportOf } from './report.ts'
import { outcomesAfter, type RowOutcome } from './rows.store.ts'

const outcomesAtOnce = 2000

export interface ReportOptions {
  /** The outcome to which the report is limited, for example failed rows to be corrected and imported again. */
  readonly result?: Outcome['result']
}

/** Returns the report of the rows processed so far, made from the source file and the recorded outcomes. */
export async function reportText(
  { database, files }: { database: Database; files: Files },
  imported: Import,
  { result }: ReportOptions,
): Promise<AsyncIterable<string>> {
  const table = await tableOf(files, imported)
  return piecesOf(table, outcomesOf(database, imported), result)
}

/** Merges rows and outcomes, both of which are in the order of the file. */
async function* piecesOf(
  table: Table,
  outcomes: AsyncGenerator<RowOutcome>,
  wanted: Outcome['result'] | undefined,
): AsyncGenerator<string> {
  const report = reportOf(table.columns)
  yield report.head
  const rows = table.rows()
  try {
    for await (const outcome of outcomes) {
      if (wanted !== undefined && outcome.result !== wanted) continue
      const row = await nextOf(rows, outcome.row)
      if (row === undefined) return
      yield report.line(row, outcome)
    }
  } finally {
    await rows.return()
  }
}

async function nextOf(rows: AsyncGenerator<Row, void, undefined>, number: number): Promise<Row | undefined> {
  for (;;) {
    const { value, done } = await rows.next()
    if (done === true) return undefined
    if (value.row === number) return value
  }
}

async function* outcomesOf({ reader }: Database, imported: Import): AsyncGenerator<RowOutcome> {
  for (let after = 0; ; ) {
    const page = await outcomesAfter(reader, imported, after, outcomesAtOnce)
    yield* page
    if (page.length < outcomesAtOnce) return
    after = page.at(-1)!.row
  }
}
