import type { Transaction } from '../../foundation/db/database.ts'
import { isUuid } from '../../foundation/kit/ids.ts'
import type { Caller } from '../../people/index.ts'
import { reservationRefused, wrongDate, wrongNumber } from '../errors.ts'
import type { OpenCase } from '../nomenclature/cases.store.ts'
import { lockCounter, type NewRegistration } from './give-number.store.ts'
import { auditNumber, counterKey, type Days } from './giving-numbers.ts'
import type { Registered, RegisterInput } from './registration.ts'
import { changeRegistration, registrationById } from './registrations.store.ts'

/** What a reserved number is used for. */
export interface Reserved {
  readonly caller: Caller
  readonly found: OpenCase
  readonly input: RegisterInput
  readonly day: string
  readonly common: Pick<NewRegistration, 'app' | 'element' | 'file' | 'instance' | 'previous' | 'card' | 'at' | 'by'>
}

/** Registers an element under a number that was reserved. The number and its period stay as they are. */
export async function useReservation(days: Days, tx: Transaction, given: Reserved): Promise<Registered> {
  const { caller, found, input, day, common } = given
  const refuse = (sentence: string) => reservationRefused(sentence, { field: 'reservationId' })
  const id = input.reservationId!
  const all = { ...caller, administrator: true }
  const reserved = isUuid(id) ? await registrationById(tx, all, id) : undefined
  if (reserved === undefined || reserved.caseId !== found.id) throw refuse('there is no such reservation in this case')
  const isOwn = caller.persons.some(({ userId }) => userId === reserved.reservedFor)
  if (!isOwn && reserved.reservedFor !== caller.userId && !found.rights.includes('administer'))
    throw refuse('the number is reserved for another person')
  if (input.number !== undefined) throw wrongNumber('a reserved number cannot be changed; leave out "number"')
  const key = await counterKey(days, tx, found, day)
  if (key.serial === reserved.serial && key.period !== reserved.period)
    throw wrongDate(`the number was reserved in the period from ${reserved.period}; give a date in it`, {
      field: 'date',
    })
  await lockCounter(tx, reserved)
  const { app, element, file, instance, previous, card, at, by } = common
  const change = {
    app: app!,
    element: element!,
    file,
    instance: instance ?? undefined,
    previous: previous ?? undefined,
  }
  const values = { ...change, state: 'registered', registeredOn: day, card, at, by } as const
  const seal = await changeRegistration(tx, reserved, 'register', values)
  if (seal === undefined) throw refuse('the reservation was used, annulled or has expired')
  await auditNumber(
    tx,
    caller,
    { ...common, id: reserved.id, caseId: found.id, state: 'registered' },
    { ...reserved, seal },
  )
  return { id: reserved.id, number: reserved.number, warnings: [] }
}
