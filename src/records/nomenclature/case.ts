import type { ResetSettings } from '../numbers/reset-period.ts'

export const docflows = ['input', 'output', 'internal'] as const
export const caseStates = ['draft', 'active', 'closed', 'archived', 'disposed'] as const
export const mediaKinds = ['paper', 'electronic', 'mixed'] as const
export const resetPeriods = ['year', 'month', 'week', 'day'] as const
export const retentionKinds = ['years', 'permanent', 'until_replaced'] as const

export type CaseState = (typeof caseStates)[number]

/** How numbers are given in a case, in the form of the API. */
export interface RegistrationSettings {
  /** Whether numbers are made from the template; otherwise they are typed by hand. */
  readonly templateEnabled: boolean
  readonly template: string
  /** Minimum number of digits of the counter; applies when the template does not set one. */
  readonly minLength: number
  /** Whether a number may be corrected after it was given. */
  readonly editAfterRegistration: boolean
  readonly reserveEnabled: boolean
  /** Whether the case uses the counter of another case, whose id is `throughSerialId`. */
  readonly through: boolean
  readonly throughSerialId: string | null
  /** Whether the counter starts again at 1, by `resetSettings`. */
  readonly resetInPeriod: boolean
  readonly resetSettings: ResetSettings | null
}

export const defaultSettings: RegistrationSettings = {
  templateEnabled: true,
  template: '{$__index}',
  minLength: 1,
  editAfterRegistration: false,
  reserveEnabled: false,
  through: false,
  throughSerialId: null,
  resetInPeriod: false,
  resetSettings: null,
}

/** How long a case is kept after the end of the year in which it was closed. */
interface Retention {
  readonly kind: (typeof retentionKinds)[number]
  readonly years?: number | undefined
  /** The article of the list of retention periods. */
  readonly article?: string | undefined
  /** Whether an expert commission reviews the case before its disposal. */
  readonly expertReview?: boolean | undefined
}

/** The values of a case that users write. */
interface CaseValues {
  readonly name: string
  readonly directoryId: string
  readonly docflow: (typeof docflows)[number]
  readonly registrationSettings: RegistrationSettings
  readonly index: string | null
  readonly year: number
  readonly transitional: boolean
  readonly retention: Retention | null
  readonly responsible: string | null
  readonly place: string | null
  readonly media: (typeof mediaKinds)[number] | null
  readonly note: string | null
}

type Optional<T> = { readonly [Key in keyof T]?: T[Key] | undefined }

/** What a request changes in a case; an absent value stays as it is. */
export type CaseChange = Omit<Optional<CaseValues>, 'registrationSettings'> & {
  readonly registrationSettings?: SettingsChange | undefined
}

export type SettingsChange = Omit<Optional<RegistrationSettings>, 'resetSettings' | 'throughSerialId' | 'template'> & {
  readonly template?: string | undefined
  readonly throughSerialId?: string | null | undefined
  readonly resetSettings?: Optional<ResetSettings> | null | undefined
}

/** A case as it is stored. */
export interface CaseRow extends CaseValues {
  readonly id: string
  readonly office: string
  readonly state: CaseState
  readonly serial: string
  readonly previous: string | null
  readonly openedOn: string | null
  readonly closedOn: string | null
}

/** Returns when the counter of a case is reset; undefined when never. */
export function resetOf({ resetInPeriod, resetSettings }: RegistrationSettings): ResetSettings | undefined {
  return resetInPeriod ? (resetSettings ?? { resetPeriod: 'year', resetPeriodCount: 1 }) : undefined
}
