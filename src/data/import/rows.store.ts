import type { Reader, Tx } from '../../foundation/db/database.ts'
import { sql } from '../../foundation/db/sql.ts'
import type { Import } from './imports.store.ts'
import type { ImportProblem } from './problem.ts'
import type { Outcome } from './report.ts'

const errorsKept = 100

export interface RowOutcome extends Outcome {
  readonly row: number
  /** The revision of the element after the row was applied. */
  readonly rev?: string
}

/**
 * Records the outcomes of rows and moves the cursor after them, in one statement. Runs in the transaction that writes
 * the elements. Returns false when another process has taken over the import; the transaction must then write nothing.
 */
export async function recordRows(
  tx: Tx,
  { app, id, run, rowReached }: Import,
  outcomes: readonly RowOutcome[],
  problems: readonly ImportProblem[],
): Promise<boolean> {
  const count = (wanted: Outcome['result']): number => outcomes.filter(({ result }) => result === wanted).length
  const column = (pick: (outcome: RowOutcome) => unknown): unknown[] => outcomes.map((outcome) => pick(outcome) ?? null)
  const row = await tx.row(sql`
    with moved as (
      update import i set row_reached = ${outcomes.at(-1)!.row}, processed = processed + ${outcomes.length},
        created = created + ${count('created')}, updated = updated + ${count('updated')},
        unchanged = unchanged + ${count('unchanged')}, failed = failed + ${count('failed')},
        errors = case when jsonb_array_length(errors) >= ${errorsKept} then errors else
          jsonb_path_query_array(errors || ${JSON.stringify(problems.slice(0, errorsKept))}::jsonb, '$[0 to 99]') end
      where app = ${app} and id = ${id} and run = ${run} and row_reached = ${rowReached} and state = 'running'
      returning id
    ), noted as (
      insert into import_row (app, import, row_no, result, element, rev, error)
      select ${app}, moved.id, r.* from moved, unnest(${column(({ row }) => row)}::int[],
        ${column(({ result }) => result)}::text[], ${column(({ id }) => id)}::uuid[],
        ${column(({ rev }) => rev)}::bigint[], ${column(({ error }) => error)}::text[]) r
    )
    select id from moved`)
  return row !== undefined
}

/** Returns the outcomes of at most `limit` rows after row `afterRow`. */
export async function outcomesAfter(
  reader: Reader,
  { app, id }: Import,
  afterRow: number,
  limit: number,
): Promise<RowOutcome[]> {
  const rows = await reader.rows<{ row: number; result: Outcome['result']; id: string | null; error: string | null }>(
    sql`select row_no as row, result, element::text as id, error from import_row
      where app = ${app} and import = ${id} and row_no > ${afterRow} order by row_no limit ${limit}`,
  )
  return rows.map(({ row, result, id, error }) => ({
    row,
    result,
    ...(id === null ? {} : { id }),
    ...(error === null ? {} : { error }),
  }))
}
