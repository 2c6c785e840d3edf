import { isUuid } from '../../foundation/kit/ids.ts'
import { reservationRefused, wrongDate, wrongNumber } from '../errors.ts'
import { lockCounter } from './give-number.store.ts'
import { auditNumber, counterKey } from './giving-numbers.ts'
import { reviseElement, writeNumberField } from './ready-element.ts'
import { checkRegistration, type RegisterDeps, type RegisteredBy, refuseAgain } from './register.ts'
import type { Registered, RegisterInput } from './registration.ts'
import type { RegistrationUnit } from './registration-unit.ts'
import { changeRegistration, registrationById, registrationView } from './registrations.store.ts'

/**
 * Registers an element under a number that was reserved, in a transaction. The number and its period stay as they are.
 */
export async function useReservation(
  deps: RegisterDeps,
  unit: RegistrationUnit,
  by: RegisteredBy,
  input: RegisterInput,
): Promise<Registered> {
  const { caller } = by
  const { tx } = unit
  const checked = await checkRegistration(deps, unit, by, input)
  const { application, element, found, day, common } = checked
  await refuseAgain(tx, checked)
  const refuse = (sentence: string) => reservationRefused(sentence, { field: 'reservationId' })
  const id = input.reservationId!
  const all = { ...caller, administrator: true }
  const reserved = isUuid(id) ? await registrationById(tx, all, id) : undefined
  if (reserved === undefined || reserved.caseId !== found.id) throw refuse('there is no such reservation in this case')
  const isOwn = caller.persons.in(application.id).some(({ userId }) => userId === reserved.reservedFor)
  if (!isOwn && reserved.reservedFor !== caller.userId && !found.rights.includes('administer'))
    throw refuse('the number is reserved for another person')
  if (input.number !== undefined) throw wrongNumber('a reserved number cannot be changed; leave out "number"')
  const key = await counterKey(deps, tx, found, day)
  if (key.serial === reserved.serial && key.period !== reserved.period)
    throw wrongDate(`the number was reserved in the period from ${reserved.period}; give a date in it`, {
      field: 'date',
    })
  await reviseElement(unit.elements, { caller, application, element: input.element }, element)
  await lockCounter(tx, reserved)
  const { instance, previous, ...others } = common
  const seal = await changeRegistration(tx, reserved, 'register', {
    ...others,
    app: element.app,
    element: element.id,
    instance: instance ?? undefined,
    previous: previous ?? undefined,
    state: 'registered',
    registeredOn: day,
  })
  if (seal === undefined) throw refuse('the reservation was used, annulled or has expired')
  await writeNumberField(unit.elements, { caller, application, element: input.element }, reserved.number)
  const audited = { ...common, id: reserved.id, caseId: found.id, state: 'registered' } as const
  await auditNumber(tx, caller, audited, { number: reserved.number, seal })
  const view = (await registrationView(tx, caller, reserved.id))!
  return { id: reserved.id, number: reserved.number, view, warnings: [] }
}
