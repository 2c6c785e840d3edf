import type { Reader, Tx } from '../../foundation/db/database.ts'
import { Bound, nothing, type Sql, sql } from '../../foundation/db/sql.ts'
import type { Caller } from '../../people/index.ts'
import { fieldText, objectText } from '../../query/index.ts'
import { type OfficeRight, officeRights } from '../nomenclature/office-access.ts'
import type { CounterKey } from './give-number.store.ts'
import { contentOf, entryHash } from './journal.store.ts'
import type { RegistrationRow } from './registration.ts'
import { mayCase, registrationFields, registrationSource } from './registration-source.ts'

/** The columns of a registration that every user who can see its element can see. */
const shownToReaders = [
  'id',
  'nomenclatureId',
  'number',
  'registeredAt',
  'registeredBy',
  'status',
  'date',
  'previousId',
  'reason',
]

const columns = (r: Sql): Sql => sql`${r}.id, ${r}.case_id as "caseId", ${r}.serial, ${r}.period, ${r}.seq, ${r}.number,
  ${r}.template, ${r}.state, ${r}.app, ${r}.element, ${r}.registered_on as "registeredOn",
  ${r}.registered_by as "registeredBy", ${r}.card::text as "cardText", ${r}.reserved_for as "reservedFor",
  ${r}.reserved_until as "reservedUntil"`

/** A registration with the rights of a caller to its office, and its JSON text. */
export interface OpenRegistration extends RegistrationRow {
  readonly rights: readonly OfficeRight[]
  readonly view: string
}

/** Returns a registration; undefined when it does not exist or the caller may not see its office. */
export async function registrationById(
  reader: Reader,
  caller: Caller,
  id: string,
): Promise<OpenRegistration | undefined> {
  const row = sql`r`
  const given = officeRights.map((right) => sql`case when ${mayCase(caller, row, right)} then ${right}::text end`)
  return reader.row<OpenRegistration>(sql`
    select ${columns(row)}, array_remove(array[${given[0]}, ${given[1]}, ${given[2]}, ${given[3]}], null) as rights,
      ${registrationSource(caller).whole(row)} as view
    from registration r where r.id = ${id} and ${mayCase(caller, row, 'view')}`)
}

/** Returns a registration as JSON text, without an access check, because the caller has just created or changed it. */
export async function registrationView(reader: Reader, caller: Caller, id: string): Promise<string | undefined> {
  const row = sql`r`
  const found = await reader.row<{ view: string }>(sql`
    select ${registrationSource(caller).whole(row)} as view from registration r where r.id = ${id}`)
  return found?.view
}

/** The new values of a registration; an absent one stays as it is. */
export interface RegistrationChange {
  readonly state?: 'registered' | 'annulled'
  readonly number?: string
  readonly registeredOn?: string
  readonly card?: object
  readonly app?: string
  readonly element?: string
  readonly file?: { readonly id: string; readonly version: number; readonly sha256: string } | undefined
  readonly instance?: string | undefined
  readonly previous?: string | undefined
  /** Why the registration was annulled or corrected. */
  readonly reason?: string
  /** Who changes the registration, and when. */
  readonly by: string
  readonly at: Date
}

export type ChangeAct = 'register' | 'annul' | 'correct' | 'expire'

/**
 * Changes a registration and adds a row to the journal, in one statement. Returns the hash of the row in hex;
 * undefined when the state of the registration does not allow the act. Lock the counter before.
 */
export async function changeRegistration(
  tx: Tx,
  { id, serial, period }: CounterKey & { readonly id: string },
  act: ChangeAct,
  change: RegistrationChange,
): Promise<string | undefined> {
  const at = new Bound(change.at)
  const by = new Bound(change.by)
  const isEnd = change.state === 'annulled'
  const isUse = act === 'register'
  const entry = {
    serial: sql`x.serial`,
    period: sql`x.period`,
    no: sql`c.rows + 1`,
    registration: sql`x.id`,
    act: sql`${act}::text`,
    at: sql`${at}::timestamptz`,
    by: sql`${by}::uuid`,
    content: sql`x.content`,
  }
  const row = await tx.row<{ seal: string }>(sql`
    with c as materialized (
      select * from registration_counter where serial = ${serial} and period = ${period}::date for update
    ), changed as (
      update registration r set state = coalesce(${change.state ?? null}, r.state), number = coalesce(${change.number ?? null}, r.number),
        registered_on = coalesce(${change.registeredOn ?? null}::date, r.registered_on),
        card = ${change.card === undefined ? sql`r.card` : sql`${JSON.stringify(change.card)}::jsonb`},
        reason = coalesce(${change.reason ?? null}, r.reason),
        corrections = r.corrections + ${act === 'correct' ? 1 : 0}
        ${isEnd ? sql`, annulled_at = ${at}, annulled_by = ${by}` : nothing}
        ${isUse ? usedBy(change, at, by) : nothing}
      from c where r.id = ${id} and r.serial = c.serial and r.period = c.period
        and r.state ${isUse || act === 'expire' ? sql`= 'reserved'` : sql`<> 'annulled'`}
      returning r.*
    ), x as (select changed.*, ${contentOf(sql`changed`)} as content from changed), entry as (
      insert into registration_entry (serial, period, no, registration, act, at, by, content, hash)
      select x.serial, x.period, c.rows + 1, x.id, ${act}, ${at}, ${by}, x.content, ${entryHash(sql`c.hash`, entry)}
      from x cross join c returning no, hash
    ), counted as (
      update registration_counter k set rows = entry.no, hash = entry.hash from c cross join entry
      where k.serial = c.serial and k.period = c.period
    )
    select encode(entry.hash, 'hex') as seal from entry`)
  return row?.seal
}

function usedBy({ app, element, file, instance, previous }: RegistrationChange, at: Bound, by: Bound): Sql {
  return sql`, app = ${app ?? null}::uuid, element = ${element ?? null}::uuid, registered_at = ${at}, registered_by = ${by},
    file = ${file?.id ?? null}::uuid, file_version = ${file?.version ?? null}::int, file_sha256 = ${file?.sha256 ?? null},
    instance = ${instance ?? null}::uuid, previous = ${previous ?? null}::uuid`
}

/** Returns whether an element is registered in a case; annulled registrations do not count. */
export async function isRegisteredIn(
  reader: Reader,
  { app, element, caseId }: { readonly app: string; readonly element: string; readonly caseId: string },
): Promise<boolean> {
  const row = await reader.row<{ is: boolean }>(sql`
    select exists (select from registration r where r.app = ${app} and r.element = ${element} and r.case_id = ${caseId}
      and r.state = 'registered') as is`)
  return row!.is
}

/** A number that an element has in a case. */
export type GivenRegistration = Pick<RegistrationRow, 'id' | 'caseId' | 'number'>

/**
 * Returns the newest registration of an element that was not annulled, in all cases or in one; undefined when there is
 * none.
 */
export async function newestRegistration(
  reader: Reader,
  { app, element, caseId }: Pick<RegistrationRow, 'app' | 'element'> & { readonly caseId?: string | undefined },
): Promise<GivenRegistration | undefined> {
  return reader.row<GivenRegistration>(sql`
    select r.id, r.case_id as "caseId", r.number from registration r
    where r.app = ${app} and r.element = ${element} and r.state = 'registered'
      ${caseId === undefined ? nothing : sql`and r.case_id = ${caseId}::uuid`}
    order by r.registered_at desc, r.id desc limit 1`)
}

/** Returns whether a registration exists and is of an element. */
export async function isOfElement(reader: Reader, id: string, app: string, element: string): Promise<boolean> {
  const row = await reader.row(sql`
    select id from registration where id = ${id} and app = ${app} and element = ${element}`)
  return row !== undefined
}

/** Returns the newest version of a file with the hash of its bytes; undefined for a deleted file. */
export async function newestVersion(
  reader: Reader,
  file: string,
): Promise<{ id: string; version: number; sha256: string } | undefined> {
  return reader.row(sql`
    select v.file as id, v.no as version, encode(v.sha256, 'hex') as sha256 from file_version v join file f on f.id = v.file
    where v.file = ${file} and f.deleted_at is null order by v.no desc limit 1`)
}

/**
 * Returns the latest registration date among the numbers of a counter in one period; annulled numbers do not count.
 */
export async function latestDate(reader: Reader, { serial, period }: CounterKey): Promise<string | undefined> {
  const row = await reader.row<{ day: string | null }>(sql`
    select max(r.registered_on) as day from registration r
    where r.serial = ${serial} and r.period = ${period}::date and r.state <> 'annulled'`)
  return row?.day ?? undefined
}

/** Returns the code or name of the department of a user's first position. */
export async function unitOf(reader: Reader, user: string): Promise<string | undefined> {
  const row = await reader.row<{ name: string }>(sql`
    with recursive up as (
      select o.id, o.parent, o.kind, o.code, o.name, 0 as depth from org_item o
      where o.deleted_at is null and o.id = (select h.item from org_holder h where h.user_id = ${user} order by h.item limit 1)
      union all
      select o.id, o.parent, o.kind, o.code, o.name, up.depth + 1 from up join org_item o on o.id = up.parent
      where up.kind <> 'department' and up.depth < 100
    ) select coalesce(code, name) as name from up where kind = 'department'`)
  return row?.name
}

/** Returns reservations that ended before a day, oldest first, at most 1,000. */
export async function expiredReservations(
  reader: Reader,
  today: string,
): Promise<(CounterKey & { readonly id: string })[]> {
  return reader.rows(sql`
    select r.id, r.serial, r.period from registration r where r.state = 'reserved' and r.reserved_until < ${today}::date
    order by r.reserved_until, r.id limit 1000`)
}

/**
 * Returns the registrations of an element, newest first, as the text of a JSON array. Every user who can see the
 * element can see its registrations, even without a right to the office of the case.
 */
export async function registrationsOf(reader: Reader, app: string, element: string): Promise<string> {
  const row = sql`r`
  const members = registrationFields
    .filter(({ field }) => shownToReaders.includes(field.code))
    .map((field) => [field.field.code, fieldText(field, row)] as const)
  const found = await reader.row<{ items: string }>(sql`
    select '[' || coalesce(string_agg(${objectText(members)}, ',' order by r.registered_at desc, r.id desc), '') || ']' as items
    from registration r where r.app = ${app} and r.element = ${element}`)
  return found!.items
}
