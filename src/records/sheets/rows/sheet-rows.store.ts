import type { Reader, Tx } from '../../../foundation/db/database.ts'
import { type Sql, sql } from '../../../foundation/db/sql.ts'
import type { OverdueRule, Route, SheetState, SheetType, Stage } from '../route/route.ts'

/** A stage with its due date: a duration from the turn of a respondent, or a point in time. */
interface StageSettings extends Stage {
  readonly due?: string
  readonly overdue?: OverdueRule
}

/** The route of a sheet as it is stored. */
export interface StoredRoute extends Omit<Route, 'type'> {
  readonly stages: readonly StageSettings[]
  /** Path of the calendar in whose working time durations count; without a calendar, all time counts. */
  readonly calendar?: string
  /** Duration between the reminder and the due date. */
  readonly remindBefore?: string
  readonly initiatorMayApprove: boolean
}

export interface SheetRow {
  readonly id: string
  readonly app: string
  readonly element: string
  readonly type: SheetType
  readonly state: SheetState
  readonly round: number
  readonly subject: string
  readonly comment: string | null
  readonly file: string
  readonly fileName: string
  readonly version: number
  /** SHA-256 of the version in lower-case hex. */
  readonly sha256: string
  readonly route: StoredRoute
  readonly createdAt: string
  /** The initiator. */
  readonly createdBy: string
  readonly endedAt: string | null
  readonly endedBy: string | null
  readonly reason: string | null
  readonly instance: string | null
  /** Name of the instance at the start of the sheet. */
  readonly instanceName: string | null
  readonly wait: string | null
  readonly activity: string | null
}

type StoredSheet = Omit<SheetRow, 'route'> & { readonly route: string }

const columns = (
  s: Sql,
): Sql => sql`${s}.id::text, ${s}.app::text, ${s}.element::text, ${s}.type, ${s}.state, ${s}.round,
  ${s}.subject, ${s}.comment, ${s}.file::text, ${s}.file_name as "fileName", ${s}.version,
  encode(${s}.sha256, 'hex') as sha256, ${s}.route, wire_time(${s}.created_at) as "createdAt",
  ${s}.created_by::text as "createdBy", wire_time(${s}.ended_at) as "endedAt", ${s}.ended_by::text as "endedBy",
  ${s}.reason, ${s}.instance::text, ${s}.instance_name as "instanceName", ${s}.wait::text, ${s}.activity`

const rowOf = (row: StoredSheet): SheetRow => ({ ...row, route: JSON.parse(row.route) })

const select = async (reader: Reader, where: Sql): Promise<SheetRow[]> =>
  (await reader.rows<StoredSheet>(sql`select ${columns(sql`s`)} from sheet s where ${where}`)).map(rowOf)

export const sheetById = async (reader: Reader, id: string): Promise<SheetRow | undefined> =>
  (await select(reader, sql`s.id = ${id}`))[0]

/** Locks a sheet until the transaction ends and returns it. */
export const lockSheet = async (tx: Tx, id: string): Promise<SheetRow | undefined> =>
  (await select(tx, sql`s.id = ${id} for update`))[0]

/** Locks the sheets in progress about a file and returns them in the order of their ids. */
export const lockSheetsOfFile = (tx: Tx, file: string): Promise<SheetRow[]> =>
  select(tx, sql`s.file = ${file} and s.ended_at is null order by s.id for update`)

/** A condition in SQL: at least one sheet is in progress. */
export const hasSheetsInProgress = sql`exists (select from sheet where ended_at is null)`

/** Locks the sheets in progress about elements and returns them in the order of their ids. */
export const lockSheetsOfElements = (
  tx: Tx,
  elements: readonly { readonly app: string; readonly id: string }[],
): Promise<SheetRow[]> =>
  select(
    tx,
    sql`(s.app, s.element) in (
        select x.app, x.id from jsonb_to_recordset(${JSON.stringify(elements)}::jsonb) as x(app uuid, id uuid))
      and s.ended_at is null order by s.id for update`,
  )

/** Locks the sheet in progress that an activity of a process waits for. */
export const lockSheetOfWait = async (tx: Tx, wait: string): Promise<SheetRow | undefined> =>
  (await select(tx, sql`s.wait = ${wait} and s.ended_at is null for update`))[0]

export type NewSheet = Omit<SheetRow, 'createdAt' | 'endedAt' | 'endedBy' | 'reason' | 'state' | 'round'>

/** Inserts a sheet with the next round of its type. The caller has locked the element. */
export async function insertSheet(tx: Tx, sheet: NewSheet, now: Date): Promise<void> {
  await tx.rows(sql`
    insert into sheet (id, app, element, type, state, round, subject, comment, file, file_name, version, sha256, route,
      created_at, created_by, instance, instance_name, wait, activity)
    select ${sheet.id}, ${sheet.app}, ${sheet.element}, ${sheet.type}, 'inProgress',
      1 + coalesce((select max(s.round) from sheet s
        where s.app = ${sheet.app} and s.element = ${sheet.element} and s.type = ${sheet.type}), 0),
      ${sheet.subject}, ${sheet.comment}, ${sheet.file}, ${sheet.fileName}, ${sheet.version},
      decode(${sheet.sha256}, 'hex'), ${JSON.stringify(sheet.route)}::jsonb, ${now}, ${sheet.createdBy},
      ${sheet.instance}, ${sheet.instanceName}, ${sheet.wait}, ${sheet.activity}`)
}

/** Ends a sheet. */
export async function endSheet(
  tx: Tx,
  id: string,
  end: { readonly state: SheetState; readonly by: string | null; readonly reason?: string | undefined },
  now: Date,
): Promise<void> {
  await tx.rows(sql`
    update sheet set state = ${end.state}, ended_at = ${now}, ended_by = ${end.by}, reason = ${end.reason ?? null}
    where id = ${id}`)
}

/** Locks an element, so that its sheets are numbered one after another. */
export async function lockElement(tx: Tx, { app, element }: Pick<SheetRow, 'app' | 'element'>): Promise<void> {
  await tx.rows(sql`select from element e where e.app = ${app} and e.id = ${element} for no key update`)
}

/** What has become of the document of a sheet. */
export type DocumentLoss = 'element deleted' | 'file removed'

/** Returns why the document of a sheet is gone; undefined while its element holds the file. */
export async function documentLoss(
  reader: Reader,
  { app, element, file }: Pick<SheetRow, 'app' | 'element' | 'file'>,
): Promise<DocumentLoss | undefined> {
  const row = await reader.row<{ isLive: boolean; isHeld: boolean }>(sql`
    select exists (select from element e where e.app = ${app} and e.id = ${element} and e.deleted_at is null) as "isLive",
      exists (select from file_use u where u.app = ${app} and u.element = ${element} and u.file = ${file}
        and u.field not like '\\_\\_%') as "isHeld"`)
  if (!row!.isLive) return 'element deleted'
  return row!.isHeld ? undefined : 'file removed'
}

/** Returns the files that the fields of an element hold and that are not deleted. */
export async function filesOfElement(
  reader: Reader,
  { app, element }: Pick<SheetRow, 'app' | 'element'>,
): Promise<string[]> {
  const rows = await reader.rows<{ file: string }>(sql`
    select distinct u.file::text as file from file_use u join file f on f.id = u.file and f.deleted_at is null
    where u.app = ${app} and u.element = ${element} and u.field not like '\\_\\_%' order by 1 limit 10000`)
  return rows.map(({ file }) => file)
}

/** Returns whether an approval of a file is in progress. */
export async function isInApproval(reader: Reader, file: string): Promise<boolean> {
  const found = await reader.row(sql`
    select from sheet s where s.file = ${file} and s.ended_at is null and s.type = 'approval' limit 1`)
  return found !== undefined
}
