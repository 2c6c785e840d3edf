import type { Apps } from '../../data/index.ts'
import type { Database, Reader } from '../../foundation/db/database.ts'
import { wrongInput } from '../../foundation/http/errors.ts'
import { isUuid, newId } from '../../foundation/kit/ids.ts'
import type { Caller } from '../../people/index.ts'
import { registrationOff } from '../errors.ts'
import type { OpenCase } from '../nomenclature/cases.store.ts'
import { openCase, requireActive, requireRight } from '../nomenclature/cases.ts'
import { dayAt } from '../numbers/reset-period.ts'
import { type CounterKey, type NewRegistration, numberWrite, type Outcome } from './give-number.store.ts'
import { alreadyIn, counterKey, type Days, dayOf, giveNumber, numberSource } from './giving-numbers.ts'
import {
  type ReadyElement,
  readyElement,
  registeredApplication,
  reviseElement,
  writeNumberField,
} from './ready-element.ts'
import type { Registered, RegisterInput } from './registration.ts'
import type { RegistrationUnit } from './registration-unit.ts'
import { isOfElement, isRegisteredIn, latestDate } from './registrations.store.ts'

export interface RegisterDeps extends Days {
  readonly database: Database
  readonly apps: Pick<Apps, 'elements' | 'catalog'>
}

/** Who makes a registration: a person with the person's own rights, or a process with the rights of the platform. */
export interface RegisteredBy {
  readonly caller: Caller
  /** Id of the process instance. */
  readonly instance?: string | undefined
}

/** A checked registration: the element, the case and the date. */
export interface CheckedRegistration {
  readonly application: ReturnType<typeof registeredApplication>
  readonly element: ReadyElement
  readonly found: OpenCase
  readonly day: string
  /** The values of the registration that do not depend on its number. */
  readonly common: Pick<NewRegistration, 'app' | 'element' | 'file' | 'instance' | 'previous' | 'card' | 'at' | 'by'>
}

/**
 * Reads the element and the case of a registration, and checks everything that can be checked before the counter is
 * locked.
 */
export async function checkRegistration(
  deps: RegisterDeps,
  unit: RegistrationUnit,
  { caller, instance }: RegisteredBy,
  { card, ...input }: RegisterInput,
): Promise<CheckedRegistration> {
  const isProcess = instance !== undefined
  const application = registeredApplication(deps.apps, caller, input.element, isProcess)
  const element = await readyElement(unit, { caller, application, element: input.element, card })
  const lock = unit.locks ? 'share' : undefined
  // A process needs no right to the office.
  const found = await openCase(unit.tx, isProcess ? { ...caller, administrator: true } : caller, input.caseId, lock)
  if (!isProcess) requireRight(found, 'register')
  requireActive(found)
  const { cases } = application.registration ?? {}
  if (cases !== undefined && !cases.includes(found.index ?? ''))
    throw registrationOff(
      `elements of ${input.element.namespace}.${input.element.code} are registered in ${cases.join(', ')} only`,
    )
  if (input.previousId !== undefined) await requirePrevious(unit.tx, element, input.previousId)
  const common = {
    app: element.app,
    element: element.id,
    file: element.file,
    instance: instance ?? null,
    previous: input.previousId?.toLowerCase() ?? null,
    card: card ?? {},
    at: new Date(deps.clock.nowMs()),
    by: caller.userId,
  }
  return { application, element, found, day: dayOf(deps, found, input.date), common }
}

/**
 * Registers an element under the next number of a case, or a typed one. The number, the row of the journal, the audit
 * entry and the revision of the element are written by one statement. Returns undefined when something that was read
 * has changed before the statement; see `giveQuickly`.
 */
export async function registerElement(
  deps: RegisterDeps,
  unit: RegistrationUnit,
  by: RegisteredBy,
  input: RegisterInput,
): Promise<Registered | undefined> {
  const { caller } = by
  const { application, element, found, day, common } = await checkRegistration(deps, unit, by, input)
  const key = await counterKey(deps, unit.tx, found, day)
  const source = await numberSource(unit.tx, found, { day, element, typed: input.number, app: input.element.code })
  const row: NewRegistration = {
    ...common,
    id: newId(deps.clock.nowMs()),
    caseId: found.id,
    template: 'typed' in source ? null : found.registrationSettings.template,
    state: 'registered',
    registeredOn: day,
    reservedFor: null,
    reservedUntil: null,
  }
  const joint = numberWrite({ key, found, row, source, caller })
  const about = { caller, application, element: input.element }
  const given = await giveNumber(
    unit,
    { key, found, source },
    {
      element: input.element,
      writesMore: application.registration?.number !== undefined,
      async send({ elements }) {
        const answer = await reviseElement(elements, about, element, joint)
        if (answer === undefined) return undefined
        const outcome: Outcome = JSON.parse(answer)
        if (outcome.given !== null) await writeNumberField(elements, about, outcome.given.number)
        return outcome
      },
    },
  )
  return given && { ...given, warnings: await warningsOf(deps, unit.tx, key, day) }
}

/** Throws when an element is registered in a case already, unless the registration repeats an earlier one. */
export async function refuseAgain(
  reader: Reader,
  { element: { app, id: element }, found, common }: CheckedRegistration,
): Promise<void> {
  if (common.previous === null && (await isRegisteredIn(reader, { app, element, caseId: found.id })))
    throw alreadyIn(found)
}

async function requirePrevious(reader: Reader, { app, id }: ReadyElement, previousId: string): Promise<void> {
  if (!isUuid(previousId) || !(await isOfElement(reader, previousId, app, id)))
    throw wrongInput('"previousId" is not a registration of this element', { field: 'previousId' })
}

async function warningsOf({ clock, timeZone }: Days, reader: Reader, key: CounterKey, day: string): Promise<string[]> {
  if (day === dayAt(clock.nowMs(), timeZone)) return []
  const latest = await latestDate(reader, key)
  return latest !== undefined && latest > day
    ? [`the registration date ${day} is before ${latest}, the date of an earlier number`]
    : []
}
