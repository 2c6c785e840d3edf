import type { Reader, Tx } from '../../../foundation/db/database.ts'
import { type Sql, sql } from '../../../foundation/db/sql.ts'
import type { Answer, Respondent, RespondentState } from '../route/route.ts'

export interface RespondentRow extends Respondent {
  readonly sheet: string
  readonly app: string
  readonly place: number
  readonly userId: string
  readonly openedAt: string | null
  readonly dueAt: string | null
  readonly endedAt: string | null
  /** The user who answered as a substitute. */
  readonly substitute: string | null
  readonly comment: string | null
  readonly answerFile: string | null
  /** The respondent who delegated the answer. */
  readonly delegatedFrom: string | null
  /** The user who answers instead, after a delegation or an escalation. */
  readonly delegatedTo: string | null
  /** Whether the platform gave the answer, because the respondent was overdue. */
  readonly automatic: boolean
  /** Whether the respondent has replaced an overdue respondent. */
  readonly escalated: boolean
}

const columns = (r: Sql): Sql => sql`${r}.sheet::text, ${r}.id::text, ${r}.app::text, ${r}.stage, ${r}.place,
  ${r}.user_id::text as "userId", ${r}.state, wire_time(${r}.opened_at) as "openedAt", wire_time(${r}.due_at) as "dueAt",
  wire_time(${r}.ended_at) as "endedAt", ${r}.substitute::text, ${r}.comment, ${r}.answer_file::text as "answerFile",
  ${r}.delegated_from::text as "delegatedFrom", (select heir.user_id::text from sheet_respondent heir
    where heir.sheet = ${r}.sheet and heir.delegated_from = ${r}.id) as "delegatedTo", ${r}.automatic, ${r}.escalated`

/** Returns the respondents of a sheet in the order of their stages and places. */
export function respondentsOf(reader: Reader, sheet: string): Promise<RespondentRow[]> {
  return reader.rows<RespondentRow>(sql`
    select ${columns(sql`r`)} from sheet_respondent r where r.sheet = ${sheet} order by r.stage, r.place, r.id`)
}

export async function respondentById(reader: Reader, id: string): Promise<RespondentRow | undefined> {
  return reader.row<RespondentRow>(sql`select ${columns(sql`r`)} from sheet_respondent r where r.id = ${id}`)
}

export type NewRespondent = Pick<RespondentRow, 'id' | 'stage' | 'place' | 'userId' | 'delegatedFrom'> & {
  readonly state: 'waiting' | 'skipped'
  readonly escalated?: boolean
}

/** Adds respondents to a sheet. */
export async function insertRespondents(
  tx: Tx,
  { id: sheet, app }: { readonly id: string; readonly app: string },
  respondents: readonly NewRespondent[],
  now: Date,
): Promise<void> {
  const given = JSON.stringify(respondents)
  await tx.rows(sql`
    insert into sheet_respondent (sheet, id, app, stage, place, user_id, state, ended_at, delegated_from,
      escalated)
    select ${sheet}::uuid, x.id, ${app}::uuid, x.stage, x.place, x."userId", x.state,
      case when x.state = 'skipped' then ${now}::timestamptz end, x."delegatedFrom",
      coalesce(x.escalated, false)
    from jsonb_to_recordset(${given}::jsonb)
      as x(id uuid, stage int, place int, "userId" uuid, state text, "delegatedFrom" uuid, escalated boolean)`)
}

export interface Turn {
  readonly id: string
  readonly dueAt?: Date | undefined
  readonly remindAt?: Date | undefined
  readonly overdueAt?: Date | undefined
}

/** Asks respondents for their answers. */
export async function openRespondents(tx: Tx, sheet: string, turns: readonly Turn[], now: Date): Promise<void> {
  if (turns.length === 0) return
  await tx.rows(sql`
    update sheet_respondent r set state = 'pending', opened_at = ${now}, due_at = x."dueAt", remind_at = x."remindAt",
      overdue_at = x."overdueAt"
    from jsonb_to_recordset(${JSON.stringify(turns)}::jsonb) as x(id uuid, "dueAt" timestamptz, "remindAt" timestamptz, "overdueAt" timestamptz)
    where r.sheet = ${sheet} and r.id = x.id`)
}

/** Ends respondents whose answers are no longer needed. */
export async function cancelRespondents(tx: Tx, sheet: string, ids: readonly string[], now: Date): Promise<void> {
  if (ids.length === 0) return
  await tx.rows(sql`
    update sheet_respondent set state = 'cancelled', ended_at = ${now}, remind_at = null, overdue_at = null
    where sheet = ${sheet} and id = any (${ids}::uuid[])`)
}

/** The end of a respondent: an answer, a delegation or a removal. */
export interface RespondentEnd {
  readonly state: Answer | Extract<RespondentState, 'delegated' | 'removed'>
  readonly substitute?: string | undefined
  readonly comment?: string | undefined
  readonly answerFile?: string | undefined
  readonly automatic?: boolean
}

export async function endRespondent(
  tx: Tx,
  { sheet, id }: Pick<RespondentRow, 'sheet' | 'id'>,
  { state, substitute, comment, answerFile, automatic = false }: RespondentEnd,
  now: Date,
): Promise<void> {
  await tx.rows(sql`
    update sheet_respondent set state = ${state}, ended_at = ${now}, remind_at = null, overdue_at = null, automatic = ${automatic},
      substitute = ${substitute ?? null}, comment = ${comment ?? null}, answer_file = ${answerFile ?? null}
    where sheet = ${sheet} and id = ${id} and ended_at is null`)
}

/**
 * Returns the respondents for whom a user has approved a version of a file in a sheet of an element. Automatic approvals
 * of overdue respondents are not included.
 */
export async function approversOf(
  reader: Reader,
  about: { readonly app: string; readonly element: string; readonly file: string; readonly sha256: string },
): Promise<ReadonlySet<string>> {
  const rows = await reader.rows<{ id: string }>(sql`
    select distinct r.user_id::text as id from sheet s join sheet_respondent r on r.sheet = s.id
    where s.app = ${about.app} and s.element = ${about.element} and s.file = ${about.file}
      and s.sha256 = decode(${about.sha256}, 'hex') and r.state in ('approved', 'approvedWithRemarks')
      and not r.automatic`)
  return new Set(rows.map(({ id }) => id))
}

/** Takes due reminders of pending respondents, each once. */
export async function takeReminders(tx: Tx, now: Date, limit: number): Promise<RespondentRow[]> {
  return tx.rows<RespondentRow>(sql`
    update sheet_respondent r set remind_at = null
    where (r.sheet, r.id) in (select d.sheet, d.id from sheet_respondent d
      where d.remind_at <= ${now} and d.ended_at is null order by d.remind_at limit ${limit} for update skip locked)
    returning ${columns(sql`r`)}`)
}

/** Returns sheets with overdue respondents for whom something is to be done. */
export async function overdueSheets(reader: Reader, now: Date, limit: number): Promise<string[]> {
  const rows = await reader.rows<{ sheet: string }>(sql`
    select distinct r.sheet::text from sheet_respondent r where r.overdue_at <= ${now} limit ${limit}`)
  return rows.map(({ sheet }) => sheet)
}

/**
 * Takes the overdue respondents of a sheet, each once, in the order of their places. The caller has locked the sheet.
 */
export async function takeOverdue(tx: Tx, sheet: string, now: Date): Promise<RespondentRow[]> {
  const rows = await tx.rows<RespondentRow>(sql`
    update sheet_respondent r set overdue_at = null where r.sheet = ${sheet} and r.overdue_at <= ${now}
    returning ${columns(sql`r`)}`)
  return rows.filter(({ state }) => state === 'pending').sort((a, b) => a.stage - b.stage || a.place - b.place)
}
