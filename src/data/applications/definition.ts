import type { AccessSection } from '../../access/index.ts'
import type { JsonObject } from '../../foundation/kit/json.ts'
import type { ApplicationKind, StatusTone } from './application.ts'
import type { FormsSection } from './forms-section.ts'
import type { RegistrationSection } from './registration-section.ts'

/** An application as it is stored: its file with all defaults filled in, and with numbered statuses. */
export interface ApplicationDefinition {
  readonly namespace: string
  readonly code: string
  readonly name: string
  readonly elementName: string
  readonly kind: ApplicationKind
  /** The entries as they are in the file; the field types compile them. */
  readonly fields: readonly JsonObject[]
  readonly statuses: readonly StatusDefinition[]
  /** The removed statuses. Their numbers stay reserved and are used again only for the same code. */
  readonly retiredStatuses: readonly { readonly id: number; readonly code: string }[]
  readonly statusGroups: readonly { readonly code: string; readonly name: string }[]
  readonly nameTemplate: string | null
  /** The unique keys. The codes within a key are sorted, so that their order in the file has no meaning. */
  readonly unique: readonly (readonly string[])[]
  /** The access rules; absent where the file has none, and in definitions from before access rules existed. */
  readonly access?: AccessSection | undefined
  /** How elements are registered in cases; absent where they are not registered. */
  readonly registration?: RegistrationSection | undefined
  /** The described forms, without marks that only state a default; absent where none is described. */
  readonly forms?: FormsSection | undefined
}

export interface StatusDefinition {
  readonly id: number
  readonly code: string
  readonly name: string
  readonly group: string
  readonly final: boolean
  readonly hidden: boolean
  /** The tone; absent where no tone is chosen, and in definitions from before tones existed. */
  readonly tone?: StatusTone
  readonly next: readonly string[] | null
  /** Absent where everyone who may edit gives the status, and in definitions from before this key existed. */
  readonly by?: 'process'
}
