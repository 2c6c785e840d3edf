import type { Reader, Tx } from '../../foundation/db/database.ts'
import { sql } from '../../foundation/db/sql.ts'
import type { Settings } from './options.ts'
import type { ImportProblem } from './problem.ts'

type ImportState = 'queued' | 'running' | 'done' | 'error' | 'undoing' | 'undone'

interface SourceReference {
  readonly id: string
  readonly hash: string
  readonly name: string
}

export interface Import {
  readonly id: string
  readonly app: string
  readonly namespace: string
  readonly code: string
  readonly userId: string
  readonly state: ImportState
  readonly file: SourceReference
  readonly settings: Settings
  readonly total: number | null
  readonly processed: number
  readonly created: number
  readonly updated: number
  readonly unchanged: number
  readonly failed: number
  readonly rowReached: number
  readonly run: number
  readonly ignoredColumns: readonly string[]
  readonly errors: readonly ImportProblem[]
  readonly undone: number
  readonly kept: readonly KeptElement[]
  readonly undoReached: string | null
  readonly startedAt: string | null
  readonly finishedAt: string | null
}

/** An element that an undo left unchanged, and the reason. */
export interface KeptElement {
  readonly id: string
  readonly row: number
  readonly reason: string
}

type Json<T> = { [Key in keyof T]: T[Key] extends object ? string : T[Key] }

export const importColumns = sql`id, app, namespace, code, user_id as "userId", state, file, options as settings, total, processed,
  created, updated, unchanged, failed, row_reached as "rowReached", run, ignored_columns as "ignoredColumns", errors,
  undone, kept, undo_reached as "undoReached", wire_time(started_at) as "startedAt",
  wire_time(finished_at) as "finishedAt"`

export function toImport(row: Json<Import> | undefined): Import | undefined {
  if (row === undefined) return undefined
  const { file, settings, ignoredColumns, errors, kept } = row
  return {
    ...row,
    file: JSON.parse(file),
    settings: JSON.parse(settings),
    ignoredColumns: JSON.parse(ignoredColumns),
    errors: JSON.parse(errors),
    kept: JSON.parse(kept),
  }
}

export type NewImport = Pick<Import, 'id' | 'app' | 'namespace' | 'code' | 'userId' | 'file' | 'settings'>

/**
 * Inserts an import. Violates the unique index `import_active` while another import of the application has not ended.
 */
export async function insertImport(tx: Tx, { id, app, userId, ...fresh }: NewImport, now: Date): Promise<void> {
  await tx.rows(sql`
    insert into import (app, id, namespace, code, user_id, state, file, options, created_at)
    values (${app}, ${id}, ${fresh.namespace}, ${fresh.code}, ${userId}, 'queued', ${fresh.file}::jsonb,
      ${fresh.settings}::jsonb, ${now})`)
}

export async function importById(reader: Reader, id: string): Promise<Import | undefined> {
  return toImport(await reader.row(sql`select ${importColumns} from import where id = ${id}`))
}

export async function lastImport(reader: Reader, app: string): Promise<Import | undefined> {
  return toImport(
    await reader.row(
      sql`select ${importColumns} from import where app = ${app} order by created_at desc, id desc limit 1`,
    ),
  )
}

export interface ImportsPage {
  /** Only imports of this user. */
  readonly userId?: string | undefined
  /** Only imports into this application. */
  readonly app?: string | undefined
  readonly size: number
}

/** Returns the newest imports. */
export async function newestImports(reader: Reader, { userId, app, size }: ImportsPage): Promise<Import[]> {
  const rows = await reader.rows<Json<Import>>(sql`
    select ${importColumns} from import
    where ${userId === undefined ? sql`true` : sql`user_id = ${userId}`} and ${app === undefined ? sql`true` : sql`app = ${app}`}
    order by created_at desc, id desc limit ${size}`)
  return rows.map((row) => toImport(row)!)
}

/** Takes over an import for a new run; returns undefined when the import has ended. */
export async function claimImport(tx: Tx, id: string, now: Date): Promise<Import | undefined> {
  return toImport(
    await tx.row(sql`
      update import set state = 'running', run = run + 1, started_at = coalesce(started_at, ${now})
      where id = ${id} and state in ('queued', 'running') returning ${importColumns}`),
  )
}

/**
 * Stores the number of rows and the ignored columns before the first row is written. Returns false when another process
 * has taken over.
 */
export async function noteTable(tx: Tx, { app, id, run }: Import, total: number, ignored: readonly string[]) {
  const row = await tx.row(sql`
    update import set total = ${total}, ignored_columns = ${JSON.stringify(ignored)}::jsonb
    where app = ${app} and id = ${id} and run = ${run} and state = 'running' returning id`)
  return row !== undefined
}

/**
 * Cancels an import. Waits for the batch that is being written; the process that runs the import can't write any later
 * batch. Returns false when the import had already ended.
 */
export async function cancelImport(tx: Tx, { app, id }: Import, problem: ImportProblem, now: Date): Promise<boolean> {
  const row = await tx.row(sql`
    update import set state = 'error', finished_at = ${now},
      errors = jsonb_build_array(${JSON.stringify(problem)}::jsonb || jsonb_build_object('row', row_reached)) || errors
    where app = ${app} and id = ${id} and state in ('queued', 'running') returning id`)
  await tx.rows(sql`delete from import_trial where app = ${app} and import = ${id}`)
  return row !== undefined
}

/**
 * Ends a run and returns the import; undefined when the run was cancelled or another process has taken over. `problem`
 * is the reason when the run ended before the end of the file.
 */
export async function finishImport(
  tx: Tx,
  { app, id, run }: Import,
  problem: ImportProblem | undefined,
  now: Date,
): Promise<Import | undefined> {
  const state = problem === undefined ? 'done' : 'error'
  const added = problem === undefined ? '[]' : JSON.stringify([problem])
  const ended = await tx.row<Json<Import>>(sql`
    update import set state = ${state}, finished_at = ${now},
      -- The reason of the end comes first: the list of rows behind it may be full.
      errors = ${added}::jsonb || errors
    where app = ${app} and id = ${id} and run = ${run} and state = 'running' returning ${importColumns}`)
  await tx.rows(sql`delete from import_trial where app = ${app} and import = ${id}`)
  return toImport(ended)
}
