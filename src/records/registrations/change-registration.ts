import { recordAudit } from '../../foundation/audit/index.ts'
import { isUniqueViolation } from '../../foundation/db/failures.ts'
import type { Caller } from '../../people/index.ts'
import { numberTaken, registrationFixed, wrongDate } from '../errors.ts'
import { openCase } from '../nomenclature/cases.ts'
import { lacks } from '../nomenclature/office-access.ts'
import { lockCounter } from './give-number.store.ts'
import { counterKey, dayOf, typedNumber } from './giving-numbers.ts'
import { type ElementInput, forElements, writeNumberField } from './ready-element.ts'
import type { RegisterDeps } from './register.ts'
import type { Card } from './registration.ts'
import {
  changeRegistration,
  newestRegistration,
  type OpenRegistration,
  type RegistrationChange,
} from './registrations.store.ts'

export interface Correction {
  readonly number?: string | undefined
  readonly date?: string | undefined
  readonly card?: Card | undefined
  readonly reason: string
}

/** Annuls a registration. Its number stays in the journal and is not given again. */
export async function annulRegistration(
  deps: RegisterDeps,
  caller: Caller,
  found: OpenRegistration,
  reason: string,
): Promise<void> {
  if (!found.rights.includes('register')) throw lacks('register')
  await changeWithElement(deps, caller, found, { act: 'annul', state: 'annulled', reason })
}

/** Corrects number, date or card of a registration, in cases that allow corrections. */
export async function correctRegistration(
  deps: RegisterDeps,
  caller: Caller,
  found: OpenRegistration,
  { number, date, card, reason }: Correction,
): Promise<void> {
  if (!found.rights.includes('register')) throw lacks('register')
  const { registrationSettings } = await openCase(deps.database.reader, caller, found.caseId)
  if (!registrationSettings.editAfterRegistration)
    throw registrationFixed('the case does not allow corrections; its setting "editAfterRegistration" is off')
  if (found.state !== 'registered') throw registrationFixed(`a registration that is ${found.state} cannot be corrected`)
  const corrected = number === undefined ? undefined : typedNumber(number)
  await changeWithElement(deps, caller, found, {
    act: 'correct',
    reason,
    ...(corrected !== undefined && { number: corrected }),
    ...(date !== undefined && { registeredOn: await correctedDay(deps, caller, found, date) }),
    ...(card !== undefined && { card: { ...JSON.parse(found.cardText), ...card } }),
  })
}

type ChangeAct = Omit<RegistrationChange, 'by' | 'at'> & { readonly act: 'annul' | 'correct' | 'expire' }

/** Changes a registration, adds a row to the journal and writes a revision of the element, in one transaction. */
export async function changeWithElement(
  { database, clock, apps }: RegisterDeps,
  caller: Caller,
  found: OpenRegistration,
  { act, ...values }: ChangeAct,
): Promise<void> {
  await database.transaction(async (tx) => {
    const elements = apps.elements.in(tx)
    const about = elementOf(apps, found)
    if (about !== undefined) await elements.update(forElements(caller), about.element, {})
    await lockCounter(tx, found)
    const stamp = { by: caller.userId, at: new Date(clock.nowMs()) }
    const seal = await changeRegistration(tx, found, act, { ...values, ...stamp }).catch((error) => {
      if (!isUniqueViolation(error, 'registration_number')) throw error
      throw numberTaken(`the number "${values.number}" is already used in this period`, { field: 'number' })
    })
    if (seal === undefined) {
      if (act === 'expire') return
      throw registrationFixed('the registration is already annulled')
    }
    // After the last registration was annulled, the field keeps the number, so that people still find the document by
    // its number.
    const newest = about && (await newestRegistration(tx, { app: found.app, element: found.element }))
    if (newest !== undefined) await writeNumberField(elements, { caller, ...about! }, newest.number)
    const { number, state } = found
    const after = { ...values, seal }
    await recordAudit(tx, caller, {
      object: `registration:${found.id}`,
      before: { number, state },
      after: { number, state, ...after },
    })
  })
}

async function correctedDay(
  deps: RegisterDeps,
  caller: Caller,
  found: OpenRegistration,
  date: string,
): Promise<string> {
  const own = await openCase(deps.database.reader, caller, found.caseId)
  const day = dayOf(deps, own, date)
  const key = await counterKey(deps, deps.database.reader, own, day)
  if (key.serial === found.serial && key.period !== found.period)
    throw wrongDate(`the number belongs to the period from ${found.period}; give a date in it`, { field: 'date' })
  return day
}

/** Returns the element of a registration; undefined for a reservation, and when the application was removed. */
function elementOf(
  { catalog }: Pick<RegisterDeps['apps'], 'catalog'>,
  { app, element }: OpenRegistration,
): Omit<ElementInput, 'caller'> | undefined {
  const application = app === null ? undefined : catalog.applicationById(app)
  if (application === undefined || element === null) return undefined
  return { application, element: { namespace: application.namespace, code: application.code, id: element } }
}
