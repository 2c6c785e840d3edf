import type { Transaction } from '../../foundation/db/database.ts'
import type { PeriodicJob } from '../../foundation/jobs/index.ts'
import { isUuid, nilId } from '../../foundation/kit/ids.ts'
import { JsonText } from '../../foundation/kit/json.ts'
import { type Caller, systemCaller } from '../../people/index.ts'
import { type Lists, type Page, readListRequest } from '../../query/index.ts'
import { registrationNotFound, wrongNumber } from '../errors.ts'
import { openCase } from '../nomenclature/cases.ts'
import { writeNumber } from '../numbers/render-number.ts'
import { dayAt } from '../numbers/reset-period.ts'
import { annulRegistration, type Correction, changeWithElement, correctRegistration } from './change-registration.ts'
import { lastOf, takenAhead } from './give-number.store.ts'
import { counterKey, NumberGiven } from './giving-numbers.ts'
import { partsOfNumber } from './number-values.ts'
import { readDay } from './read-date.ts'
import { type RegisterDeps, type RegisteredBy, registerIn } from './register.ts'
import type { ElementPath, Registered, RegisterInput } from './registration.ts'
import { registrationSource } from './registration-source.ts'
import {
  expiredReservations,
  type OpenRegistration,
  registrationById,
  registrationView,
} from './registrations.store.ts'
import { registrationsOf } from './registrations-of-element.store.ts'
import { type ReserveInput, readReservation, reserveIn } from './reserve.ts'

/** A registration as JSON, with what is unusual about it. */
export interface RegistrationAnswer {
  readonly item: JsonText
  readonly warnings: readonly string[]
}

/**
 * Registrations. Each action throws a 404 for what the caller may not see, and a 403 without the right to the office of
 * the case.
 */
export interface Registrations {
  /** Registers an element and returns the registration. */
  register(caller: Caller, input: RegisterInput): Promise<RegistrationAnswer>
  /** Registers an element as a part of a transaction, for a process or another action. */
  registerIn(tx: Transaction, by: RegisteredBy, input: RegisterInput): Promise<Registered>
  reserve(caller: Caller, caseId: string, input: ReserveInput): Promise<RegistrationAnswer>
  annul(caller: Caller, id: string, reason: string): Promise<RegistrationAnswer>
  correct(caller: Caller, id: string, correction: Correction): Promise<RegistrationAnswer>
  /** Returns the number that the next registration in a case would get. Tokens of the element have no value yet. */
  nextNumber(caller: Caller, caseId: string, date?: string): Promise<{ number: string; seq: string; period: string }>
  get(caller: Caller, id: string): Promise<JsonText>
  list(caller: Caller, input: unknown): Promise<Page>
  /** Returns the registrations of an element that the caller may see, newest first. */
  ofElement(caller: Caller, element: ElementPath): Promise<JsonText>
  /** Ends reservations whose last day has passed. */
  expire(): Promise<void>
  readonly periodic: readonly PeriodicJob[]
}

const expired = 'the reservation has expired'

export function createRegistrations(deps: RegisterDeps & { readonly lists: Lists }): Registrations {
  const { database, clock, apps, timeZone, lists } = deps
  const { reader } = database

  async function open(caller: Caller, id: string): Promise<OpenRegistration> {
    const found = isUuid(id) ? await registrationById(reader, caller, id) : undefined
    if (found === undefined) throw registrationNotFound(`registration ${id.slice(0, 100)} not found`)
    return found
  }
  const answer = async (caller: Caller, id: string, warnings: readonly string[] = []): Promise<RegistrationAnswer> => ({
    item: new JsonText((await registrationView(reader, caller, id))!),
    warnings,
  })

  /** Runs work that gives a number. When the next number was typed before, runs it again and leaves such numbers out. */
  async function withNumber<T>(work: (tx: Transaction, mode: 'quick' | 'careful') => Promise<T>): Promise<T> {
    try {
      return await database.transaction((tx) => work(tx, 'quick'))
    } catch (error) {
      if (!(error instanceof NumberGiven)) throw error
      return database.transaction((tx) => work(tx, 'careful'))
    }
  }

  return {
    async register(caller, input) {
      // The caller has to see the element; the transaction itself acts with all rights to it.
      await apps.elements.get(caller, input.element)
      const done = await withNumber((tx, mode) => registerIn(deps, tx, { caller }, input, mode))
      return answer(caller, done.id, done.warnings)
    },
    registerIn: (tx, by, input) => tx.savepoint((part) => registerIn(deps, part, by, input, 'careful')),
    async reserve(caller, caseId, input) {
      const reservation = await readReservation(deps, caller, input)
      await withNumber((tx, mode) => reserveIn(deps, tx, { caller, caseId, reservation }, mode))
      return answer(caller, reservation.id)
    },
    async annul(caller, id, reason) {
      const found = await open(caller, id)
      await annulRegistration(deps, caller, found, reason)
      return answer(caller, found.id)
    },
    async correct(caller, id, correction) {
      const found = await open(caller, id)
      await correctRegistration(deps, caller, found, correction)
      return answer(caller, found.id)
    },
    async nextNumber(caller, caseId, date) {
      const found = await openCase(reader, caller, caseId)
      const today = dayAt(clock.nowMs(), timeZone)
      const day = date === undefined ? today : readDay(date, 'date')
      if (!found.registrationSettings.templateEnabled)
        throw wrongNumber(`the numbers of "${found.name}" are typed, so there is no next number`)
      const key = await counterKey(deps, reader, found, day)
      const parts = await partsOfNumber(reader, found, day)
      const seq = (await lastOf(reader, key)) + BigInt((await takenAhead(reader, key, parts)) + 1)
      return { number: writeNumber(parts, seq), seq: String(seq), period: key.period }
    },
    get: async (caller, id) => new JsonText((await open(caller, id)).view),
    list: (caller, input) =>
      lists.page(readListRequest(input), registrationSource(caller), { callerId: caller.userId, nowMs: clock.nowMs() }),
    async ofElement(caller, element) {
      await apps.elements.get(caller, element)
      const application = apps.catalog.application(element.namespace, element.code)
      return new JsonText(application === undefined ? '[]' : await registrationsOf(reader, application.id, element.id))
    },
    expire,
    periodic: [{ name: 'end reservations', everyMs: 60 * 60_000, on: 'one node', run: expire }],
  }

  async function expire(): Promise<void> {
    const caller = systemCaller(nilId)
    const today = dayAt(clock.nowMs(), timeZone)
    for (const { id } of await expiredReservations(reader, today)) {
      const found = await registrationById(reader, caller, id)
      if (found !== undefined)
        await changeWithElement(deps, caller, found, { act: 'expire', state: 'annulled', reason: expired })
    }
  }
}
