import type { Tx } from '../../foundation/db/database.ts'
import { Bound, join, type Sql, sql } from '../../foundation/db/sql.ts'
import { type NumberPart, writeNumber } from '../numbers/render-number.ts'
import { contentOf, entryHash } from './journal.store.ts'

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
  readonly number: string
  readonly seq: string | null
  /** The hash of the row in the journal, in hex. */
  readonly seal: string
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

/**
 * Gives a number, inserts the registration and its row in the journal, and counts, in one statement. The counter is
 * locked from the start of the statement until the transaction ends, so that numbers have neither gaps nor doubles.
 * `skip` numbers are left out because they were typed before. Returns undefined when the counter does not exist yet.
 * Throws the database's unique violation of `registration_number` when the number was given before.
 */
export async function giveNumber(
  tx: Tx,
  { serial, period }: CounterKey,
  row: NewRegistration,
  { source, skip = 0 }: { readonly source: NumberSource; readonly skip?: number },
): Promise<GivenNumber | undefined> {
  const by = new Bound(row.by)
  const at = new Bound(row.at)
  const isTyped = 'typed' in source
  const seq = isTyped ? sql`null::bigint` : sql`held.last + 1 + ${skip}::bigint`
  const number = isTyped ? sql`${source.typed}::text` : numberSql(source.parts, sql`n.seq`)
  const act = sql`${row.state === 'reserved' ? 'reserve' : 'register'}::text`
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
  return tx.row<GivenNumber>(sql`
    with held as materialized (
      select * from registration_counter where serial = ${serial} and period = ${period}::date for update
    ), n as materialized (select held.*, ${seq} as seq from held), inserted as (
      insert into registration as r (id, case_id, serial, period, seq, number, template, state, app, element, registered_on,
        registered_at, registered_by, card, file, file_version, file_sha256, instance, previous, reserved_for, reserved_until)
      select ${row.id}::uuid, ${row.caseId}::uuid, n.serial, n.period, n.seq, ${number}, ${row.template}, ${row.state},
        ${row.app}::uuid, ${row.element}::uuid, ${row.registeredOn}::date, ${at}, ${by}, ${JSON.stringify(row.card)}::jsonb,
        ${row.file?.id ?? null}::uuid, ${row.file?.version ?? null}::int, ${row.file?.sha256 ?? null}, ${row.instance}::uuid,
        ${row.previous}::uuid, ${row.reservedFor}::uuid, ${row.reservedUntil}::date
      from n
      returning r.*, ${contentOf(sql`r`)} as content
    ), entry as (
      insert into registration_entry (serial, period, no, registration, act, at, by, content, hash)
      select i.serial, i.period, n.rows + 1, i.id, ${act}, ${at}, ${by}, i.content, ${entryHash(sql`n.hash`, entry)}
      from inserted i cross join n
      returning no, hash
    ), counted as (
      update registration_counter c set last = coalesce(n.seq, n.last), rows = entry.no, hash = entry.hash
      from n cross join entry where c.serial = n.serial and c.period = n.period
    )
    select i.number, i.seq, encode(entry.hash, 'hex') as seal from inserted i cross join entry`)
}

function numberSql(parts: readonly NumberPart[], seq: Sql): Sql {
  const texts = parts.map((part) =>
    typeof part === 'string'
      ? sql`${part}::text`
      : sql`lpad(${seq}::text, greatest(${part.minDigits}::int, length(${seq}::text)), '0')`,
  )
  return sql`btrim(concat(${join(texts)}))`
}

/** The last value of a counter; 0 for a counter that does not exist yet. */
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
