import { maxNumberChars } from '../../data/index.ts'
import { recordAudit } from '../../foundation/audit/index.ts'
import type { Reader, Tx } from '../../foundation/db/database.ts'
import { isUniqueViolation } from '../../foundation/db/failures.ts'
import type { Clock } from '../../foundation/kit/clock.ts'
import type { Caller } from '../../people/index.ts'
import { numberTaken, registeredAlready, wrongDate, wrongNumber } from '../errors.ts'
import { type CaseRow, resetOf } from '../nomenclature/case.ts'
import { type OpenCase, plainCase } from '../nomenclature/cases.store.ts'
import { requireRight } from '../nomenclature/cases.ts'
import { dayAt, periodOf } from '../numbers/reset-period.ts'
import {
  type CounterKey,
  createCounter,
  type GivenNumber,
  type Giving,
  type NewRegistration,
  type NumberSource,
} from './give-number.store.ts'
import { partsOfNumber } from './number-values.ts'
import { readDay } from './read-date.ts'
import type { ReadyElement } from './ready-element.ts'
import type { NumberStatement, RegistrationUnit } from './registration-unit.ts'

/** The clock and the time zone that determine days and periods. */
export interface Days {
  readonly clock: Clock
  readonly timeZone: string
}

/**
 * Gives a number with the statement that `send` sends. The same statement changes `element`, if there is one. Returns
 * undefined when something that was read has changed since, or when the counter did not exist yet.
 */
export async function giveNumber(
  unit: RegistrationUnit,
  { key, found, source }: Pick<Giving, 'key' | 'found' | 'source'>,
  { element, writesMore = false, send }: Pick<NumberStatement, 'element' | 'send'> & { readonly writesMore?: boolean },
): Promise<GivenNumber | undefined> {
  const mayFail = 'typed' in source
  const outcome = await unit.give({ key, element, mayFail, writesMore, send }).catch((error) => {
    if (!isUniqueViolation(error, 'registration_number')) throw error
    if (!mayFail) return undefined
    throw numberTaken(`the number "${source.typed}" is already used in this period`, { field: 'number' })
  })
  if (outcome?.isRegistered) throw alreadyIn(found)
  if (outcome?.hasCounter === false) await createCounter(unit.tx, key)
  return outcome?.given ?? undefined
}

/** Returns the error for an element that is registered in a case already. */
export const alreadyIn = ({ name }: Pick<CaseRow, 'name'>): Error =>
  registeredAlready(`the element is registered in "${name}" already; give "previousId" to repeat it`)

/** Returns the counter of a case for a day. A shared counter is reset by the settings of its own case. */
export async function counterKey(
  { timeZone }: Pick<Days, 'timeZone'>,
  reader: Reader,
  found: CaseRow,
  day: string,
): Promise<CounterKey> {
  const owner = found.serial === found.id ? found : ((await plainCase(reader, found.serial)) ?? found)
  return { serial: found.serial, period: periodOf(day, resetOf(owner.registrationSettings), timeZone) }
}

/** Returns the registration date. An earlier date than today needs the right `backdate`. */
export function dayOf({ clock, timeZone }: Days, found: OpenCase, date: string | undefined): string {
  const today = dayAt(clock.nowMs(), timeZone)
  if (date === undefined) return today
  const day = readDay(date, 'date')
  if (day > today)
    throw wrongDate(`the registration date ${day} is in the future; today is ${today}`, { field: 'date' })
  if (day < today) requireRight(found, 'backdate')
  return day
}

interface SourceInput {
  readonly day: string
  readonly element?: ReadyElement
  readonly typed: string | undefined
  readonly app?: string
}

/** Returns a typed number in its normal form: composed characters, single spaces, at most 300 characters. */
export function typedNumber(typed: string): string {
  const text = typed.normalize('NFC').replaceAll(/\s+/gu, ' ').trim()
  if (text === '') throw wrongNumber('the number must not be empty', { field: 'number' })
  if (text.length > maxNumberChars)
    throw wrongNumber(`a number has at most ${maxNumberChars} characters`, { field: 'number' })
  return text
}

/** Returns where the number of a case comes from: its template, or the number that was typed. */
export async function numberSource(
  reader: Reader,
  found: CaseRow,
  { day, element, typed, app = '' }: SourceInput,
): Promise<NumberSource> {
  const refuse = (sentence: string) => wrongNumber(sentence, { field: 'number' })
  if (!found.registrationSettings.templateEnabled) {
    if (typed === undefined) throw refuse(`the numbers of "${found.name}" are typed; give "number"`)
    return { typed: typedNumber(typed) }
  }
  if (typed !== undefined) throw refuse(`"${found.name}" makes its numbers from a template; leave out "number"`)
  const about = element && { app, author: element.author, values: element.values }
  const parts = await partsOfNumber(reader, found, day, about)
  const chars = parts.reduce((sum, part) => sum + (typeof part === 'string' ? part.length : 20), 0)
  if (chars > maxNumberChars) throw refuse('the values in the template make the number longer than 300 characters')
  return { parts }
}

type Audited = Pick<NewRegistration, 'id' | 'caseId' | 'state' | 'app' | 'element'>

/**
 * Writes the audit entry of a number. The entry holds the hash of the number's row in the journal, so the seals of
 * the audit log cover the journal.
 */
export async function auditNumber(
  tx: Tx,
  caller: Caller,
  { id, caseId, state, app, element }: Audited,
  { number, seal }: { readonly number: string; readonly seal: string },
): Promise<void> {
  await recordAudit(tx, caller, { object: `registration:${id}`, after: { caseId, number, state, app, element, seal } })
}
