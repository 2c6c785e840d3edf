import type { JointWrite } from '../../data/index.ts'
import { entryInsert } from '../../foundation/audit/index.ts'
import type { Tx } from '../../foundation/db/database.ts'
import { Bound, join, type Sql, sql } from '../../foundation/db/sql.ts'
import { keyOf } from '../../foundation/idempotency/index.ts'
import { newId } from '../../foundation/kit/ids.ts'
import type { Caller } from '../../people/index.ts'
import { isUnchangedAndActive, type OpenCase } from '../nomenclature/cases.store.ts'
import { type NumberPart, writeNumber } from '../numbers/render-number.ts'
import { contentOf, entryHash } from './journal.store.ts'
import { registrationSource } from './registration-source.ts'

/** A counter in one period. */
export interface CounterKey {
  readonly serial: string
  readonly period: string
}

/** A new line of the journal, without its number. */
export interface NewRegistration {
  readonly id: string
  readonly caseId: string
  readonly template: string | null
  readonly state: 'reserved' | 'registered'
  readonly app: string | null
  readonly element: string | null
  readonly registeredOn: string | null
  readonly at: Date
  readonly by: string
  readonly card: object
  readonly file: { readonly id: string; readonly version: number; readonly sha256: string } | undefined
  readonly instance: string | null
  readonly previous: string | null
  readonly reservedFor: string | null
  readonly reservedUntil: string | null
}

/** A number typed by hand, or the parts of a number with the counter. */
export type NumberSource = { readonly typed: string } | { readonly parts: readonly NumberPart[] }

export interface GivenNumber {
  readonly id: string
  readonly number: string
  /** The registration as JSON text. */
  readonly view: string
}

/** Creates the counter of a period unless it exists. */
export async function createCounter(tx: Tx, { serial, period }: CounterKey): Promise<void> {
  await tx.rows(sql`
    insert into registration_counter (serial, period) values (${serial}, ${period}::date) on conflict do nothing`)
}

/** Locks a counter until the transaction ends, so that later statements see every number that was given. */
export async function lockCounter(tx: Tx, { serial, period }: CounterKey): Promise<void> {
  await tx.rows(sql`
    select rows from registration_counter where serial = ${serial} and period = ${period}::date for update`)
}

/** The input of a statement that gives a number, for a registration or a reservation. */
export interface Giving {
  readonly key: CounterKey
  /** The case as it was read; a change of the case meanwhile prevents the statement. */
  readonly found: Pick<OpenCase, 'id' | 'version' | 'name'>
  readonly row: NewRegistration
  readonly source: NumberSource
  readonly caller: Caller
}

/** Result of a statement that gives a number. When `given` is null, another member gives the reason. */
export interface Outcome {
  readonly hasCounter: boolean
  readonly isCaseUnchanged: boolean
  readonly isRegistered: boolean
  readonly given: GivenNumber | null
}

/** Gives a number without an element; see `numberWrite`. */
export async function writeReservation(tx: Tx, giving: Giving): Promise<Outcome> {
  const { reads, condition, writes, answer } = numberWrite(giving)
  const row = await tx.row<{ answer: string }>(sql`
    with ${reads}, written as (select where ${condition}), ${writes} select ${answer} as answer`)
  return JSON.parse(row!.answer)
}

/**
 * Returns the writes of the statement that gives the next number of a counter, or a typed number: the registration,
 * its row in the journal, its audit entry, and the counter. The counter is locked last and until the commit, so that
 * numbers have no gaps and no duplicates. Numbers that were typed before are skipped. The statement fails with a
 * unique violation of `registration_number` when a number was typed while the statement waited for the counter.
 */
export function numberWrite({ key, found, row, source, caller }: Giving): JointWrite {
  const by = new Bound(row.by)
  const at = new Bound(row.at)
  const caseId = new Bound(row.caseId)
  const [serial, period] = [new Bound(key.serial), new Bound(key.period)]
  const [app, element] = [new Bound(row.app), new Bound(row.element)]
  const act = sql`${row.state === 'reserved' ? 'reserve' : 'register'}::text`
  const isCounter = (c: Sql): Sql => sql`${c}.serial = ${serial} and ${c}.period = ${period}::date`
  const mayRepeat = row.element === null || row.previous !== null
  const entry = {
    serial: sql`i.serial`,
    period: sql`i.period`,
    no: sql`n.rows + 1`,
    registration: sql`i.id`,
    act,
    at: sql`${at}::timestamptz`,
    by: sql`${by}::uuid`,
    content: sql`i.content`,
  }
  const note = {
    object: sql`'registration:' || i.id`,
    after: sql`jsonb_build_object('caseId', i.case_id, 'number', i.number, 'state', i.state, 'app', i.app, 'element', i.element,
        'seal', encode(entry.hash, 'hex'))`,
    rows: sql`inserted i cross join entry`,
  }
  return {
    reads: sql`open_case as materialized (
      select c.id from nomenclature_case c where ${isUnchangedAndActive(sql`c`, found)} for share
    ), facts as materialized (
      select exists (select from open_case) as is_unchanged,
        exists (select from registration_counter c where ${isCounter(sql`c`)}) as has_counter,
        ${
          mayRepeat
            ? sql`false`
            : sql`exists (select from registration r
          where r.app = ${app} and r.element = ${element} and r.case_id = ${caseId} and r.state = 'registered')`
        } as is_registered
    )`,
    condition: sql`(select f.is_unchanged and f.has_counter and not f.is_registered from facts f)`,
    writes: sql`held as materialized (
      select c.* from registration_counter c where ${isCounter(sql`c`)} and exists (select from written) for update
    ), n as materialized (
      select held.*, ${'typed' in source ? sql`null::bigint` : nextFree(source.parts)} as seq from held
    ), inserted as (
      insert into registration as r (id, case_id, serial, period, seq, number, template, state, app, element, registered_on,
        registered_at, registered_by, card, file, file_version, file_sha256, instance, previous, reserved_for, reserved_until)
      select ${row.id}::uuid, ${caseId}::uuid, n.serial, n.period, n.seq,
        ${'typed' in source ? sql`${source.typed}::text` : numberSql(source.parts, sql`n.seq`)}, ${row.template}, ${row.state},
        ${app}::uuid, ${element}::uuid, ${row.registeredOn}::date, ${at}, ${by}, ${JSON.stringify(row.card)}::jsonb,
        ${row.file?.id ?? null}::uuid, ${row.file?.version ?? null}::int, ${row.file?.sha256 ?? null}, ${row.instance}::uuid,
        ${row.previous}::uuid, ${row.reservedFor}::uuid, ${row.reservedUntil}::date
      from n
      returning r.*, ${contentOf(sql`r`)} as content
    ), entry as (
      insert into registration_entry (serial, period, no, registration, act, at, by, content, hash)
      select i.serial, i.period, n.rows + 1, i.id, ${act}, ${at}, ${by}, i.content, ${entryHash(sql`n.hash`, entry)}
      from inserted i cross join n
      returning no, hash
    ), ${keyOf(caller.once, sql`inserted`)} noted as (
      ${entryInsert(caller, newId(), note)}
    ), advanced as (
      update registration_counter c set last = coalesce(n.seq, n.last), rows = entry.no, hash = entry.hash
      from n cross join entry where c.serial = n.serial and c.period = n.period
    )`,
    answer: sql`(select json_build_object('hasCounter', f.has_counter, 'isCaseUnchanged', f.is_unchanged,
        'isRegistered', f.is_registered, 'given', (select json_build_object('id', i.id, 'number', i.number,
          'view', ${registrationSource(caller).whole(sql`i`)}) from inserted i))::text from facts f)`,
  }
}

/** Returns the SQL of the first number of the counter `held` that was not typed before. */
const nextFree = (parts: readonly NumberPart[]): Sql => sql`(
        select f.seq from (select generate_series(held.last + 1, 9223372036854775807) as seq) f
        where not exists (select from registration g where g.serial = held.serial and g.period = held.period
          and g.number = ${numberSql(parts, sql`f.seq`)})
        limit 1)`

function numberSql(parts: readonly NumberPart[], seq: Sql): Sql {
  const texts = parts.map((part) =>
    typeof part === 'string'
      ? sql`${part}::text`
      : sql`lpad(${seq}::text, greatest(${part.minDigits}::int, length(${seq}::text)), '0')`,
  )
  return sql`btrim(concat(${join(texts)}))`
}

/** Returns the last value of a counter; 0 for a counter that does not exist yet. */
export async function lastOf(tx: Pick<Tx, 'row'>, { serial, period }: CounterKey): Promise<bigint> {
  const row = await tx.row<{ last: string }>(sql`
    select last from registration_counter where serial = ${serial} and period = ${period}::date`)
  return BigInt(row?.last ?? 0)
}

const candidatesAtOnce = 200

/** Returns how many of the next numbers were given before, such as numbers that were typed or corrected. */
export async function takenAhead(
  tx: Pick<Tx, 'row' | 'rows'>,
  key: CounterKey,
  parts: readonly NumberPart[],
): Promise<number> {
  const last = await lastOf(tx, key)
  for (let from = 0; ; from += candidatesAtOnce) {
    const numbers = Array.from({ length: candidatesAtOnce }, (_, place) =>
      writeNumber(parts, last + BigInt(from + place + 1)),
    )
    const taken = await tx.rows<{ number: string }>(sql`
      select number from registration
      where serial = ${key.serial} and period = ${key.period}::date and number = any (${numbers}::text[])`)
    const given = new Set(taken.map(({ number }) => number))
    const free = numbers.findIndex((number) => !given.has(number))
    if (free >= 0) return from + free
  }
}
