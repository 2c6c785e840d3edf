import type { Reader, Tx } from '../../foundation/db/database.ts'
import { sql } from '../../foundation/db/sql.ts'
import { type Import, importColumns, type KeptElement, toImport } from './imports.store.ts'

const keptShown = 1000

/**
 * Starts the undo of an import that has ended, or continues an interrupted undo. Returns undefined in any other state.
 */
export async function claimUndo(tx: Tx, { app, id }: Import): Promise<Import | undefined> {
  return toImport(
    await tx.row(sql`
      update import set state = 'undoing', run = run + 1
      where app = ${app} and id = ${id} and state in ('done', 'error', 'undoing') returning ${importColumns}`),
  )
}

/** An element that the import wrote, by one or several rows. */
export interface Touched {
  readonly id: string
  /** The number of the first of these rows in the file. */
  readonly row: number
  readonly wasCreated: boolean
  /** The revisions that the import made, in ascending order. */
  readonly revs: readonly string[]
}

/**
 * Returns the next elements in the order of their ids, so that an interrupted undo can continue after the last
 * element that was considered.
 */
export async function touchedAfter(
  reader: Reader,
  { app, id, undoReached }: Import,
  limit: number,
): Promise<Touched[]> {
  const behind = undoReached === null ? sql`` : sql`and element > ${undoReached}`
  return reader.rows<Touched>(sql`
    select element::text as id, min(row_no) as row, bool_or(result = 'created') as "wasCreated",
      array_agg(distinct rev) as revs
    from import_row where app = ${app} and import = ${id} and result in ('created', 'updated') ${behind}
    group by element order by element limit ${limit}`)
}

export interface ChangesOfRevision {
  readonly id: string
  /** The changed values as `{field: [before, after]}`. */
  readonly changes: Readonly<Record<string, readonly [unknown, unknown]>>
}

/** Returns the changes of the revisions, newest first for each element. */
export async function changesOf(
  reader: Reader,
  app: string,
  touched: readonly Touched[],
): Promise<ChangesOfRevision[]> {
  if (touched.length === 0) return []
  const pairs = touched.flatMap(({ id, revs }) => revs.map((rev) => ({ id, rev })))
  const rows = await reader.rows<{ id: string; changes: string }>(sql`
    select h.id::text, h.changes
    from unnest(${pairs.map(({ id }) => id)}::uuid[], ${pairs.map(({ rev }) => rev)}::bigint[]) as w(id, rev)
    join element_history h on h.app = ${app} and h.id = w.id and h.rev = w.rev and h.id = any(${touched.map(({ id }) => id)}::uuid[])
    order by h.id, h.rev desc`)
  return rows.map(({ id, changes }) => ({ id, changes: JSON.parse(changes) }))
}

export interface UndoProgress {
  /** The id of the last element that was considered. */
  readonly reached: string
  /** The number of elements undone since the last record. */
  readonly undone: number
  readonly kept: readonly KeptElement[]
}

/**
 * Records the progress of an undo, in the transaction that undoes the changes. Returns false when another request has
 * taken over the undo.
 */
export async function recordUndo(
  tx: Tx,
  { app, id, run }: Import,
  { reached, undone, kept }: UndoProgress,
): Promise<boolean> {
  const row = await tx.row(sql`
    update import set undone = undone + ${undone}, undo_reached = ${reached},
      kept = case when jsonb_array_length(kept) >= ${keptShown} then kept else kept || ${JSON.stringify(kept)}::jsonb end
    where app = ${app} and id = ${id} and run = ${run} and state = 'undoing' returning id`)
  return row !== undefined
}

/** Marks an undo as complete and returns the import; undefined when another request has taken over the undo. */
export async function finishUndo(tx: Tx, { app, id, run }: Import): Promise<Import | undefined> {
  return toImport(
    await tx.row(sql`
      update import set state = 'undone'
      where app = ${app} and id = ${id} and run = ${run} and state = 'undoing' returning ${importColumns}`),
  )
}
