import type { Apps } from '../../data/index.ts'
import type { Database, Transaction } from '../../foundation/db/database.ts'
import { wrongInput } from '../../foundation/http/errors.ts'
import { isUuid, newId } from '../../foundation/kit/ids.ts'
import type { Caller } from '../../people/index.ts'
import { registeredAlready, registrationOff } from '../errors.ts'
import type { CaseRow } from '../nomenclature/case.ts'
import type { OpenCase } from '../nomenclature/cases.store.ts'
import { openCase, requireActive, requireRight } from '../nomenclature/cases.ts'
import { dayAt } from '../numbers/reset-period.ts'
import type { CounterKey, NewRegistration } from './give-number.store.ts'
import { auditNumber, counterKey, type Days, dayOf, numberFor, numberSource } from './giving-numbers.ts'
import { prepareElement, type ReadyElement, registeredApplication } from './ready-element.ts'
import type { Registered, RegisterInput } from './registration.ts'
import { isOfElement, isRegisteredIn, latestDate } from './registrations.store.ts'
import { useReservation } from './use-reservation.ts'

export interface RegisterDeps extends Days {
  readonly database: Database
  readonly apps: Pick<Apps, 'elements' | 'catalog'>
}

/** By whom a registration is made: a person with rights of their own, or a process with the rights of the platform. */
export interface RegisteredBy {
  readonly caller: Caller
  /** Id of the process instance. */
  readonly instance?: string | undefined
}

/**
 * Registers an element in a transaction: the number, the row of the journal and the revision of the element are
 * committed together. A first attempt in `quick` mode assumes that the next number is free; it throws NumberGiven when
 * it is not, and then the transaction has to start again in the other mode.
 */
export async function registerIn(
  deps: RegisterDeps,
  tx: Transaction,
  by: RegisteredBy,
  input: RegisterInput,
  mode: 'quick' | 'careful',
): Promise<Registered> {
  const { caller, instance } = by
  const isProcess = instance !== undefined
  const application = registeredApplication(deps.apps, caller, input.element, isProcess)
  const element = await prepareElement(tx, deps.apps, { ...input, caller, application, card: input.card })
  const found = isProcess
    ? await caseForProcess(tx, caller, input.caseId)
    : await caseForPerson(tx, caller, input.caseId)
  const { cases } = application.registration ?? {}
  if (cases !== undefined && !cases.includes(found.index ?? ''))
    throw registrationOff(
      `elements of ${input.element.namespace}.${input.element.code} are registered in ${cases.join(', ')} only`,
    )
  await refuseAgain(tx, element, found, input.previousId)
  const day = dayOf(deps, found, input.date)
  const at = new Date(deps.clock.nowMs())
  const common = {
    app: element.app,
    element: element.id,
    file: element.file,
    instance: instance ?? null,
    previous: input.previousId?.toLowerCase() ?? null,
    card: input.card ?? {},
    at,
    by: caller.userId,
  }
  if (input.reservationId !== undefined) return useReservation(deps, tx, { caller, found, input, day, common })
  const key = await counterKey(deps, tx, found, day)
  const source = await numberSource(tx, found, { day, element, typed: input.number, app: input.element.code })
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
  const given = await numberFor(tx, key, row, source, mode)
  await auditNumber(tx, caller, row, given)
  return { id: row.id, number: given.number, warnings: await warningsOf(deps, tx, key, day) }
}

async function caseForPerson(tx: Transaction, caller: Caller, id: string): Promise<OpenCase> {
  const found = await openCase(tx, caller, id, 'share')
  requireRight(found, 'register')
  return requireActive(found)
}

/** Returns a case for a process, which needs no right to the office. */
async function caseForProcess(tx: Transaction, caller: Caller, id: string): Promise<OpenCase> {
  return requireActive(await openCase(tx, { ...caller, administrator: true }, id, 'share'))
}

async function refuseAgain(
  tx: Transaction,
  { app, id: element }: ReadyElement,
  found: CaseRow,
  previousId: string | undefined,
): Promise<void> {
  if (previousId === undefined) {
    if (await isRegisteredIn(tx, { app, element, caseId: found.id }))
      throw registeredAlready(`the element is registered in "${found.name}" already; give "previousId" to repeat it`)
  } else if (!isUuid(previousId) || !(await isOfElement(tx, previousId, app, element)))
    throw wrongInput('"previousId" is not a registration of this element', { field: 'previousId' })
}

async function warningsOf({ clock, timeZone }: Days, tx: Transaction, key: CounterKey, day: string): Promise<string[]> {
  if (day === dayAt(clock.nowMs(), timeZone)) return []
  const latest = await latestDate(tx, key)
  return latest !== undefined && latest > day
    ? [`the registration date ${day} is before ${latest}, the date of an earlier number`]
    : []
}
