const registrationStates = ['reserved', 'registered', 'annulled'] as const
type RegistrationState = (typeof registrationStates)[number]

/** The values of a registration card other than the number and the date. */
export interface Card {
  /** The number that the correspondent gave the document. */
  readonly correspondentNumber?: string | undefined
  readonly correspondentDate?: string | undefined
  readonly sheets?: number | undefined
  readonly delivery?: string | undefined
  readonly comment?: string | undefined
  /** Where the paper original is; a document with a paper original needs no file. */
  readonly paperAt?: string | undefined
}

/** The element that is registered. */
export interface ElementPath {
  readonly namespace: string
  readonly code: string
  readonly id: string
}

export interface RegisterInput {
  readonly element: ElementPath
  /** Id of the case; with `reservationId`, the case of the reservation. */
  readonly caseId: string
  /** The number, in cases whose numbers are typed. */
  readonly number?: string | undefined
  /** The registration date, such as 2026-05-31; today by default. */
  readonly date?: string | undefined
  readonly card?: Card | undefined
  /** The registration that this one repeats. */
  readonly previousId?: string | undefined
  /** The reserved number to use. */
  readonly reservationId?: string | undefined
}

/** A registration as it is stored. Dates are days such as `2026-05-31`. */
export interface RegistrationRow {
  readonly id: string
  readonly caseId: string
  readonly serial: string
  readonly period: string
  readonly seq: string | null
  readonly number: string
  readonly template: string | null
  readonly state: RegistrationState
  readonly app: string | null
  readonly element: string | null
  readonly registeredOn: string | null
  readonly registeredBy: string
  readonly cardText: string
  readonly reservedFor: string | null
  readonly reservedUntil: string | null
}

/** The result of a registration. */
export interface Registered {
  readonly id: string
  readonly number: string
  /** The registration as JSON text. */
  readonly view: string
  /** Warnings about values that are allowed but unusual, such as a date before the date of an earlier number. */
  readonly warnings: readonly string[]
}
