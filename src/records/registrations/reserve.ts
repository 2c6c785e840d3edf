import { wrongInput } from '../../foundation/http/errors.ts'
import { isUuid, newId } from '../../foundation/kit/ids.ts'
import { type Caller, loadCaller } from '../../people/index.ts'
import { reservationRefused, wrongDate } from '../errors.ts'
import { openCase, requireActive, requireRight } from '../nomenclature/cases.ts'
import { dayAt } from '../numbers/reset-period.ts'
import { type GivenNumber, type NewRegistration, writeReservation } from './give-number.store.ts'
import { counterKey, dayOf, giveNumber, numberSource } from './giving-numbers.ts'
import { readDay } from './read-date.ts'
import type { RegisterDeps } from './register.ts'
import type { RegistrationUnit } from './registration-unit.ts'

export interface ReserveInput {
  /** The number, in cases whose numbers are typed. */
  readonly number?: string | undefined
  /** The user who may use the number; the caller by default. */
  readonly reservedFor?: string | undefined
  /** The last day on which the number can be used; 30 days from now by default. */
  readonly until?: string | undefined
  readonly date?: string | undefined
  readonly comment?: string | undefined
}

/** A reservation after the checks that do not depend on the case. */
export interface Reservation extends Pick<ReserveInput, 'number' | 'date' | 'comment'> {
  readonly id: string
  readonly at: Date
  readonly reservedFor: string
  readonly until: string
}

const defaultDays = 30
const dayMs = 86_400_000

/** Reads a reservation. Throws when its last day has passed, or when the user does not exist or is blocked. */
export async function readReservation(
  { database, clock, timeZone }: RegisterDeps,
  caller: Caller,
  { reservedFor, until, ...others }: ReserveInput,
): Promise<Reservation> {
  const nowMs = clock.nowMs()
  const at = new Date(nowMs)
  const last = until === undefined ? dayAt(nowMs + defaultDays * dayMs, timeZone) : readDay(until, 'until')
  if (last < dayAt(nowMs, timeZone)) throw wrongDate('"until" must not be in the past', { field: 'until' })
  const person = (reservedFor ?? caller.userId).toLowerCase()
  if (reservedFor !== undefined) {
    const user = isUuid(person) ? await loadCaller(database.reader, person, '', at) : undefined
    if (user === undefined)
      throw wrongInput(`there is no active user ${person.slice(0, 100)}`, { field: 'reservedFor' })
  }
  return { ...others, id: newId(nowMs), at, reservedFor: person, until: last }
}

/**
 * Reserves the next number of a case, or a typed one. Returns undefined when something that was read has changed before
 * the number was given; see `giveQuickly`.
 */
export async function reserveNumber(
  deps: RegisterDeps,
  unit: RegistrationUnit,
  {
    caller,
    caseId,
    reservation,
  }: { readonly caller: Caller; readonly caseId: string; readonly reservation: Reservation },
): Promise<GivenNumber | undefined> {
  const { tx, locks } = unit
  const found = await openCase(tx, caller, caseId, locks ? 'share' : undefined)
  requireRight(found, 'register')
  requireActive(found)
  if (!found.registrationSettings.reserveEnabled)
    throw reservationRefused(`numbers of "${found.name}" cannot be reserved; its setting "reserveEnabled" is off`)
  const day = dayOf(deps, found, reservation.date)
  const key = await counterKey(deps, tx, found, day)
  const source = await numberSource(tx, found, { day, typed: reservation.number })
  const row: NewRegistration = {
    id: reservation.id,
    caseId: found.id,
    template: 'typed' in source ? null : found.registrationSettings.template,
    state: 'reserved',
    app: null,
    element: null,
    registeredOn: null,
    at: reservation.at,
    by: caller.userId,
    card: reservation.comment === undefined ? {} : { comment: reservation.comment },
    file: undefined,
    instance: null,
    previous: null,
    reservedFor: reservation.reservedFor,
    reservedUntil: reservation.until,
  }
  const giving = { key, found, row, source, caller }
  return giveNumber(unit, giving, { element: undefined, send: ({ tx }) => writeReservation(tx, giving) })
}
