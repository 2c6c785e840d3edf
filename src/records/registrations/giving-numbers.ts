import { recordAudit } from '../../foundation/audit/index.ts'
import type { Reader, Transaction } from '../../foundation/db/database.ts'
import { isUniqueViolation } from '../../foundation/db/failures.ts'
import type { Clock } from '../../foundation/kit/clock.ts'
import type { Caller } from '../../people/index.ts'
import { numberTaken, wrongDate, wrongNumber } from '../errors.ts'
import { type CaseRow, resetOf } from '../nomenclature/case.ts'
import { type OpenCase, plainCase } from '../nomenclature/cases.store.ts'
import { requireRight } from '../nomenclature/cases.ts'
import { dayAt, periodOf } from '../numbers/reset-period.ts'
import {
  type CounterKey,
  createCounter,
  type GivenNumber,
  giveNumber,
  lockCounter,
  type NewRegistration,
  type NumberSource,
  takenAhead,
} from './give-number.store.ts'
import { partsOfNumber } from './number-values.ts'
import { readDay } from './read-date.ts'
import type { ReadyElement } from './ready-element.ts'

/** The clock and the time zone by which days and periods are counted. */
export interface Days {
  readonly clock: Clock
  readonly timeZone: string
}

/** The next number was given before, so that the transaction cannot be completed. */
export class NumberGiven extends Error {}

/** Gives a number. In careful mode the counter is locked first, and numbers that were typed before are left out. */
export async function numberFor(
  tx: Transaction,
  key: CounterKey,
  row: NewRegistration,
  source: NumberSource,
  mode: 'quick' | 'careful',
): Promise<GivenNumber> {
  const isTyped = 'typed' in source
  let skip = 0
  if (mode === 'careful') {
    await createCounter(tx, key)
    await lockCounter(tx, key)
    if (!isTyped) skip = await takenAhead(tx, key, source.parts)
  }
  const give = async (): Promise<GivenNumber> => {
    const given = await giveNumber(tx, key, row, { source, skip })
    if (given !== undefined) return given
    await createCounter(tx, key)
    return (await giveNumber(tx, key, row, { source, skip }))!
  }
  return give().catch((error) => {
    if (!isUniqueViolation(error, 'registration_number')) throw error
    if (isTyped) throw numberTaken(`the number "${source.typed}" was given before in this period`, { field: 'number' })
    throw new NumberGiven('the next number was given before')
  })
}

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

const maxNumberChars = 300

/** Returns a number that was typed: composed characters, single spaces, at most 300 characters. */
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
  if (typed !== undefined) throw refuse(`"${found.name}" makes its numbers itself; leave out "number"`)
  const about = element && { app, author: element.author, values: element.values }
  const parts = await partsOfNumber(reader, found, day, about)
  const chars = parts.reduce((sum, part) => sum + (typeof part === 'string' ? part.length : 20), 0)
  if (chars > maxNumberChars) throw refuse('the values in the template make the number longer than 300 characters')
  return { parts }
}

type Audited = Pick<NewRegistration, 'id' | 'caseId' | 'state' | 'app' | 'element'>

/** Writes the audit entry of a number. It holds the hash of the journal, so the seals of the audit cover the journal. */
export async function auditNumber(
  tx: Transaction,
  caller: Caller,
  { id, caseId, state, app, element }: Audited,
  { number, seal }: Pick<GivenNumber, 'number' | 'seal'>,
): Promise<void> {
  await recordAudit(tx, caller, { object: `registration:${id}`, after: { caseId, number, state, app, element, seal } })
}
