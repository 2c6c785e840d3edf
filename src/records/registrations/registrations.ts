import type { Apps } from '../../data/index.ts'
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
import { documentName } from './document-name.store.ts'
import { lastOf, takenAhead } from './give-number.store.ts'
import { counterKey } from './giving-numbers.ts'
import { partsOfNumber } from './number-values.ts'
import { readDay } from './read-date.ts'
import { type Registrability, registrabilityOf } from './ready-element.ts'
import { type RegisterDeps, type RegisteredBy, registerElement } from './register.ts'
import type { ElementPath, Registered, RegisterInput } from './registration.ts'
import { registrationSource } from './registration-source.ts'
import { createUnitAlone, giveLocked, giveQuickly } from './registration-unit.ts'
import {
  expiredReservations,
  type GivenRegistration,
  newestRegistration,
  type OpenRegistration,
  registrationById,
  registrationView,
} from './registrations.store.ts'
import { registrationsOf } from './registrations-of-element.store.ts'
import { type ReserveInput, readReservation, reserveNumber } from './reserve.ts'
import { useReservation } from './use-reservation.ts'

/** A registration as JSON, with warnings about unusual values. */
export interface RegistrationAnswer {
  readonly item: JsonText
  readonly warnings: readonly string[]
}

/**
 * Registrations. Each action throws a 404 for an object that the caller may not see, and a 403 when the caller lacks
 * the right to the office of the case.
 */
export interface Registrations {
  /** Returns whether the elements of an application can be registered, and whether the caller can register them. */
  registrability(caller: Caller, application: Omit<ElementPath, 'id'>): Registrability
  /** Returns the applications that the caller can see and whose elements the caller can register, in catalog order. */
  registrable(caller: Caller): readonly RegistrableApplication[]
  /** Registers an element and returns the registration. */
  register(caller: Caller, input: RegisterInput): Promise<RegistrationAnswer>
  /** Registers an element as a part of a transaction, for a process or another action. */
  registerIn(tx: Transaction, by: RegisteredBy, input: RegisterInput): Promise<Registered>
  /**
   * Returns the newest registration of an element in a case, or in any case without `caseId`, that was not annulled;
   * undefined when there is none. For a process, which needs no rights. Locks the element, so that it is not registered
   * at the same time.
   */
  earlierIn(tx: Transaction, element: ElementPath, caseId?: string): Promise<GivenRegistration | undefined>
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

/** An application whose elements can be registered. `cases` are the indexes of the cases; null means all cases. */
export interface RegistrableApplication {
  readonly namespace: string
  readonly code: string
  readonly name: string
  readonly cases: readonly string[] | null
}

const answerOf = ({ view, warnings }: Pick<Registered, 'view' | 'warnings'>): RegistrationAnswer => ({
  item: new JsonText(view),
  warnings,
})

const expired = 'the reservation has expired'

export function createRegistrations(
  deps: RegisterDeps & { readonly lists: Lists; readonly apps: Pick<Apps, 'findFor'> },
): Registrations {
  const { database, clock, apps, timeZone, lists } = deps
  const { reader } = database
  const alone = createUnitAlone(deps)

  async function open(caller: Caller, id: string): Promise<OpenRegistration> {
    const found = isUuid(id) ? await registrationById(reader, caller, id) : undefined
    if (found === undefined) throw registrationNotFound(`registration ${id.slice(0, 100)} not found`)
    return found
  }
  const answer = async (caller: Caller, id: string): Promise<RegistrationAnswer> =>
    answerOf({ view: (await registrationView(reader, caller, id))!, warnings: [] })

  const registerLocked = (tx: Transaction, by: RegisteredBy, input: RegisterInput): Promise<Registered> => {
    const act = input.reservationId === undefined ? registerElement : useReservation
    return giveLocked(deps, tx, (unit) => act(deps, unit, by, input))
  }

  return {
    registrable: (caller) =>
      apps.catalog.applications().flatMap((application) => {
        const { namespace, code, name, registration } = application
        const isVisible = apps.findFor(caller)(namespace, code) !== undefined
        if (!isVisible || registrabilityOf(application, caller) !== 'caller') return []
        return { namespace, code, name, cases: registration?.cases ?? null }
      }),
    registrability: (caller, { namespace, code }) =>
      registrabilityOf(apps.catalog.application(namespace, code), caller),
    async register(caller, input) {
      // The caller must be able to see the element. The registration itself runs with all rights to the element.
      if (!caller.administrator) await apps.elements.get(caller, input.element)
      const by = { caller }
      if (input.reservationId !== undefined)
        return answerOf(await database.transaction((tx) => registerLocked(tx, by, input)))
      return answerOf(await giveQuickly(deps, alone, (unit) => registerElement(deps, unit, by, input)))
    },
    registerIn: (tx, by, input) => tx.savepoint((part) => registerLocked(part, by, input)),
    async earlierIn(tx, element, caseId) {
      const application = apps.catalog.application(element.namespace, element.code)
      if (application === undefined || !isUuid(element.id)) return undefined
      await apps.elements.in(tx).lock(systemCaller(nilId), element)
      return newestRegistration(tx, { app: application.id, element: element.id, caseId })
    },
    async reserve(caller, caseId, input) {
      const reservation = await readReservation(deps, caller, input)
      const given = await giveQuickly(deps, alone, (unit) => reserveNumber(deps, unit, { caller, caseId, reservation }))
      return answerOf({ ...given, warnings: [] })
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
      lists.page(
        readListRequest(input),
        registrationSource(caller, (row) => documentName(apps, caller, row)),
        { callerId: caller.userId, nowMs: clock.nowMs() },
      ),
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
