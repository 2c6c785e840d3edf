import type { Reader, Tx } from '../../foundation/db/database.ts'
import { type Sql, sql } from '../../foundation/db/sql.ts'
import type { Caller } from '../../people/index.ts'
import type { CaseRow } from './case.ts'
import { caseSource } from './case-source.ts'
import { mayOffice, type OfficeRight, officeRights } from './office-access.ts'

const columns = (
  row: Sql,
): Sql => sql`${row}.id, ${row}.directory as "directoryId", ${row}.office, ${row}.docflow, ${row}.name,
  ${row}.index, ${row}.year, ${row}.state, ${row}.transitional, ${row}.previous, ${row}.settings::text as "settingsText", ${row}.serial,
  ${row}.retention::text as "retentionText", ${row}.responsible, ${row}.place, ${row}.media, ${row}.note,
  ${row}.opened_on as "openedOn", ${row}.closed_on as "closedOn"`

type RawCase = Omit<CaseRow, 'registrationSettings' | 'retention'> & {
  readonly settingsText: string
  readonly retentionText: string | null
}

function caseOf<Raw extends RawCase>({ settingsText, retentionText, ...row }: Raw) {
  const retention = retentionText === null ? null : JSON.parse(retentionText)
  return { ...row, registrationSettings: JSON.parse(settingsText), retention } as unknown as Omit<
    Raw,
    'settingsText' | 'retentionText'
  > &
    CaseRow
}

/** A case with the rights of a caller to its office. */
export interface OpenCase extends CaseRow {
  readonly rights: readonly OfficeRight[]
  /** Version of the case; a text that differs after every change of the case. */
  readonly version: string
}

/** How a case is locked until the transaction ends: against changes, or against every other lock. */
export type CaseLock = 'share' | 'update'

const locks: Readonly<Record<CaseLock, Sql>> = { share: sql`for share of c`, update: sql`for update of c` }

/** Returns a case; undefined when it does not exist or the caller may not see it. */
export async function caseById(
  reader: Reader,
  caller: Caller,
  id: string,
  lock?: CaseLock,
): Promise<OpenCase | undefined> {
  const row = sql`c`
  const given = officeRights.map((right) => sql`case when ${mayOffice(caller, row, right)} then ${right}::text end`)
  const found = await reader.row<RawCase & Pick<OpenCase, 'rights' | 'version'>>(sql`
    select ${columns(row)}, array_remove(array[${given[0]}, ${given[1]}, ${given[2]}, ${given[3]}], null) as rights,
      ${versionOf(row)} as version
    from nomenclature_case c where c.id = ${id} and c.deleted_at is null and ${mayOffice(caller, row, 'view')}
    ${lock === undefined ? sql`` : locks[lock]}`)
  return found && caseOf(found)
}

const versionOf = (row: Sql): Sql => sql`${row}.updated_at::text`

/** Returns the SQL that tests whether a case is active and has not changed since it was read. */
export const isUnchangedAndActive = (row: Sql, { id, version }: Pick<OpenCase, 'id' | 'version'>): Sql =>
  sql`${row}.id = ${id} and ${row}.deleted_at is null and ${row}.state = 'active' and ${versionOf(row)} = ${version}`

/** Returns a case as JSON text; undefined when it does not exist or the caller may not see it. */
export async function caseView(reader: Reader, caller: Caller, id: string): Promise<string | undefined> {
  const row = sql`c`
  const found = await reader.row<{ view: string }>(sql`
    select ${caseSource(caller).whole(row)} as view from nomenclature_case c
    where c.id = ${id} and c.deleted_at is null and ${mayOffice(caller, row, 'view')}`)
  return found?.view
}

/** Locks cases in the order of their ids, so that two transactions cannot deadlock. */
export async function lockCases(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx.rows(sql`select id from nomenclature_case where id = any (${ids}::uuid[]) order by id for update`)
}

/** Returns a case without checking the caller's rights; used for the owner of a shared counter. */
export async function plainCase(reader: Reader, id: string): Promise<CaseRow | undefined> {
  const found = await reader.row<RawCase>(sql`
    select ${columns(sql`c`)} from nomenclature_case c where c.id = ${id} and c.deleted_at is null`)
  return found && caseOf(found)
}

/**
 * Returns and locks the active cases of an office whose year is before `beforeYear`, in the order of their indexes.
 */
export async function openCasesOf(tx: Tx, office: string, beforeYear: number): Promise<CaseRow[]> {
  const rows = await tx.rows<RawCase>(sql`
    select ${columns(sql`c`)} from nomenclature_case c
    where c.office = ${office} and c.year < ${beforeYear} and c.state = 'active' and c.deleted_at is null
    order by c.index nulls last, c.id for update`)
  return rows.map(caseOf)
}

export async function insertCase(tx: Tx, row: CaseRow, by: string, at: Date): Promise<void> {
  await tx.rows(sql`
    insert into nomenclature_case (id, directory, office, docflow, name, index, year, state, transitional, previous, settings,
      serial, retention, responsible, place, media, note, opened_on, closed_on, created_at, created_by, updated_at, updated_by)
    values (${row.id}, ${row.directoryId}, ${row.office}, ${row.docflow}, ${row.name}, ${row.index}, ${row.year}, ${row.state},
      ${row.transitional}, ${row.previous}, ${JSON.stringify(row.registrationSettings)}::jsonb, ${row.serial},
      ${row.retention && JSON.stringify(row.retention)}::jsonb, ${row.responsible}, ${row.place}, ${row.media}, ${row.note},
      ${row.openedOn}::date, ${row.closedOn}::date, ${at}, ${by}, ${at}, ${by})`)
}

export async function changeCase(tx: Tx, row: CaseRow, by: string, at: Date): Promise<void> {
  await tx.rows(sql`
    update nomenclature_case set directory = ${row.directoryId}, docflow = ${row.docflow}, name = ${row.name}, index = ${row.index},
      year = ${row.year}, transitional = ${row.transitional}, settings = ${JSON.stringify(row.registrationSettings)}::jsonb,
      serial = ${row.serial}, retention = ${row.retention && JSON.stringify(row.retention)}::jsonb,
      responsible = ${row.responsible}, place = ${row.place}, media = ${row.media}, note = ${row.note}, state = ${row.state},
      opened_on = ${row.openedOn}::date, closed_on = ${row.closedOn}::date, updated_at = ${at}, updated_by = ${by}
    where id = ${row.id}`)
}

export async function deleteCase(tx: Tx, id: string, by: string, at: Date): Promise<void> {
  await tx.rows(sql`
    update nomenclature_case set deleted_at = ${at}, updated_at = ${at}, updated_by = ${by} where id = ${id}`)
}

/** Returns whether another case uses the counter of a case. */
export async function isShared(reader: Reader, id: string): Promise<boolean> {
  const row = await reader.row<{ shared: boolean }>(sql`
    select exists (select from nomenclature_case c where c.serial = ${id} and c.id <> ${id} and c.deleted_at is null) as shared`)
  return row!.shared
}

/** Returns whether a case is under a legal hold itself, not through an element that is registered in it. */
export async function isHeld(reader: Reader, id: string): Promise<boolean> {
  const row = await reader.row<{ held: boolean }>(sql`
    select exists (select from legal_hold h where h.case_id = ${id} and h.lifted_at is null) as held`)
  return row!.held
}

/** Returns whether a case has registrations, annulled ones included. */
export async function hasRegistrations(reader: Reader, id: string): Promise<boolean> {
  const row = await reader.row<{ has: boolean }>(sql`
    select exists (select from registration r where r.case_id = ${id}) as has`)
  return row!.has
}

/** A number template of a case, and since when it has been in use. */
export interface TemplateVersion {
  readonly no: number
  readonly template: string
  readonly since: string
  readonly by: string
}

export async function insertTemplate(tx: Tx, caseId: string, template: string, by: string, at: Date): Promise<void> {
  await tx.rows(sql`
    insert into nomenclature_template (case_id, no, template, since, by)
    select ${caseId}, coalesce(max(t.no), 0) + 1, ${template}, ${at}, ${by} from nomenclature_template t
    where t.case_id = ${caseId}`)
}

export async function templatesOf(reader: Reader, caseId: string): Promise<TemplateVersion[]> {
  return reader.rows<TemplateVersion>(sql`
    select no, template, wire_time(since) as since, by from nomenclature_template where case_id = ${caseId} order by no desc`)
}

/** Returns the ids of at most two active cases with an index, in all offices or in the one with this id or code. */
export async function activeCasesWithIndex(reader: Reader, index: string, office?: string): Promise<readonly string[]> {
  const inOffice = office === undefined ? sql`true` : sql`(o.code = ${office} or o.id::text = lower(${office}))`
  const rows = await reader.rows<{ id: string }>(sql`
    select c.id from nomenclature_case c join nomenclature_directory o on o.id = c.office
    where lower(c.index) = lower(${index}) and c.state = 'active' and c.deleted_at is null and ${inOffice} limit 2`)
  return rows.map(({ id }) => id)
}

/** The closing summary of a case. */
export interface CaseSummary {
  readonly registered: number
  readonly reserved: number
  readonly annulled: number
  readonly firstNumber: string | null
  readonly lastNumber: string | null
}

export async function summaryOf(reader: Reader, caseId: string): Promise<CaseSummary> {
  const row = await reader.row<CaseSummary>(sql`
    select count(*) filter (where r.state = 'registered')::int as registered,
      count(*) filter (where r.state = 'reserved')::int as reserved,
      count(*) filter (where r.state = 'annulled')::int as annulled,
      (array_agg(r.number order by r.period, r.seq nulls last, r.registered_at))[1] as "firstNumber",
      (array_agg(r.number order by r.period desc, r.seq desc nulls last, r.registered_at desc))[1] as "lastNumber"
    from registration r where r.case_id = ${caseId}`)
  return row!
}
