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
  registrationsOf,
  registrationView,
} from './registrations.store.ts'
import { type ReserveInput, readReservation, reserveNumber } from './reserve.ts'
import { useReservation } from './use-reservation.ts'

/** A registration as JSON, with warnings about unusual values. */
export interface RegistrationAnswer {
  readonly item: JsonText
  readonly warnings: readonly string[]
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

type RegistrationsDeps = RegisterDeps & { readonly lists: Lists; readonly apps: Pick<Apps, 'findFor'> }

/**
 * Registrations. Each action throws a 404 for an object that the caller may not see, and a 403 when the caller lacks
 * the right to the office of the case.
 */
export class Registrations {
  readonly periodic: readonly PeriodicJob[] = [
    { name: 'end reservations', everyMs: 60 * 60_000, on: 'one node', run: () => this.expire() },
  ]
  readonly #deps: RegistrationsDeps
  readonly #alone: ReturnType<typeof createUnitAlone>

  constructor(deps: RegistrationsDeps) {
    this.#deps = deps
    this.#alone = createUnitAlone(deps)
  }

  /** Returns whether the elements of an application can be registered, and whether the caller can register them. */
  registrability(caller: Caller, { namespace, code }: Omit<ElementPath, 'id'>): Registrability {
    return registrabilityOf(this.#deps.apps.catalog.application(namespace, code), caller)
  }

  /** Returns the applications that the caller can see and whose elements the caller can register, in catalog order. */
  registrable(caller: Caller): readonly RegistrableApplication[] {
    return this.#deps.apps.catalog.applications().flatMap((application) => {
      const { namespace, code, name, registration } = application
      const isVisible = this.#deps.apps.findFor(caller)(namespace, code) !== undefined
      if (!isVisible || registrabilityOf(application, caller) !== 'caller') return []
      return { namespace, code, name, cases: registration?.cases ?? null }
    })
  }

  /** Registers an element and returns the registration. */
  async register(caller: Caller, input: RegisterInput): Promise<RegistrationAnswer> {
    // The caller must be able to see the element. The registration itself runs with all rights to the element.
    if (!caller.administrator) await this.#deps.apps.elements.get(caller, input.element)
    const by = { caller }
    if (input.reservationId !== undefined)
      return answerOf(await this.#deps.database.transaction((tx) => this.#registerLocked(tx, by, input)))
    return answerOf(await giveQuickly(this.#deps, this.#alone, (unit) => registerElement(this.#deps, unit, by, input)))
  }

  /** Registers an element as a part of a transaction, for a process or another action. */
  registerIn(tx: Transaction, by: RegisteredBy, input: RegisterInput): Promise<Registered> {
    return tx.savepoint((part) => this.#registerLocked(part, by, input))
  }

  /**
   * Returns the newest registration of an element in a case, or in any case without `caseId`, that was not annulled;
   * undefined when there is none. For a process, which needs no rights. Locks the element, so that it is not registered
   * at the same time.
   */
  async earlierIn(tx: Transaction, element: ElementPath, caseId?: string): Promise<GivenRegistration | undefined> {
    const application = this.#deps.apps.catalog.application(element.namespace, element.code)
    if (application === undefined || !isUuid(element.id)) return undefined
    await this.#deps.apps.elements.in(tx).lock(systemCaller(nilId), element)
    return newestRegistration(tx, { app: application.id, element: element.id, caseId })
  }

  async reserve(caller: Caller, caseId: string, input: ReserveInput): Promise<RegistrationAnswer> {
    const reservation = await readReservation(this.#deps, caller, input)
    const given = await giveQuickly(this.#deps, this.#alone, (unit) =>
      reserveNumber(this.#deps, unit, { caller, caseId, reservation }),
    )
    return answerOf({ ...given, warnings: [] })
  }

  async annul(caller: Caller, id: string, reason: string): Promise<RegistrationAnswer> {
    const found = await this.#open(caller, id)
    await annulRegistration(this.#deps, caller, found, reason)
    return this.#answer(caller, found.id)
  }

  async correct(caller: Caller, id: string, correction: Correction): Promise<RegistrationAnswer> {
    const found = await this.#open(caller, id)
    await correctRegistration(this.#deps, caller, found, correction)
    return this.#answer(caller, found.id)
  }

  /** Returns the number that the next registration in a case would get. Tokens of the element have no value yet. */
  async nextNumber(
    caller: Caller,
    caseId: string,
    date?: string,
  ): Promise<{ number: string; seq: string; period: string }> {
    const { database, clock, timeZone } = this.#deps
    const { reader } = database
    const found = await openCase(reader, caller, caseId)
    const today = dayAt(clock.nowMs(), timeZone)
    const day = date === undefined ? today : readDay(date, 'date')
    if (!found.registrationSettings.templateEnabled)
      throw wrongNumber(`the numbers of "${found.name}" are typed, so there is no next number`)
    const key = await counterKey(this.#deps, reader, found, day)
    const parts = await partsOfNumber(reader, found, day)
    const seq = (await lastOf(reader, key)) + BigInt((await takenAhead(reader, key, parts)) + 1)
    return { number: writeNumber(parts, seq), seq: String(seq), period: key.period }
  }

  async get(caller: Caller, id: string): Promise<JsonText> {
    return new JsonText((await this.#open(caller, id)).view)
  }

  list(caller: Caller, input: unknown): Promise<Page> {
    return this.#deps.lists.page(
      readListRequest(input),
      registrationSource(caller, (row) => documentName(this.#deps.apps, caller, row)),
      { callerId: caller.userId, nowMs: this.#deps.clock.nowMs() },
    )
  }

  /** Returns the registrations of an element that the caller may see, newest first. */
  async ofElement(caller: Caller, element: ElementPath): Promise<JsonText> {
    const { apps, database } = this.#deps
    await apps.elements.get(caller, element)
    const application = apps.catalog.application(element.namespace, element.code)
    if (application === undefined) return new JsonText('[]')
    return new JsonText(await registrationsOf(database.reader, application.id, element.id))
  }

  /** Ends reservations whose last day has passed, at most 1,000 per call. */
  async expire(): Promise<void> {
    const { database, clock, timeZone } = this.#deps
    const caller = systemCaller(nilId)
    for (const { id } of await expiredReservations(database.reader, dayAt(clock.nowMs(), timeZone))) {
      const found = await registrationById(database.reader, caller, id)
      if (found !== undefined)
        await changeWithElement(this.#deps, caller, found, { act: 'expire', state: 'annulled', reason: expired })
    }
  }

  async #open(caller: Caller, id: string): Promise<OpenRegistration> {
    const found = isUuid(id) ? await registrationById(this.#deps.database.reader, caller, id) : undefined
    if (found === undefined) throw registrationNotFound(`registration ${id.slice(0, 100)} not found`)
    return found
  }

  async #answer(caller: Caller, id: string): Promise<RegistrationAnswer> {
    return answerOf({ view: (await registrationView(this.#deps.database.reader, caller, id))!, warnings: [] })
  }

  #registerLocked(tx: Transaction, by: RegisteredBy, input: RegisterInput): Promise<Registered> {
    const act = input.reservationId === undefined ? registerElement : useReservation
    return giveLocked(this.#deps, tx, (unit) => act(this.#deps, unit, by, input))
  }
}
