import type { JsonObject } from '../../kit/json.ts'
import type { AccessSection } from '../access/schemas.ts'
import type { ApplicationKind } from './application.ts'
import type { Place } from './problems.ts'

/** An application as it is stored: its file with everything left out filled in, and its statuses numbered. */
export interface ApplicationDefinition {
  readonly namespace: string
  readonly code: string
  readonly name: string
  readonly elementName: string
  readonly kind: ApplicationKind
  /** Entries as the file has them; the field types read them again. */
  readonly fields: readonly JsonObject[]
  readonly statuses: readonly StatusDefinition[]
  /** Statuses that were removed; their numbers are theirs for ever, and come back with the code. */
  readonly retiredStatuses: readonly { readonly id: number; readonly code: string }[]
  readonly statusGroups: readonly { readonly code: string; readonly name: string }[]
  readonly nameTemplate: string | null
  /** Codes inside a key are sorted, so that their order in the file means nothing. */
  readonly unique: readonly (readonly string[])[]
  /** Absent where everyone may do everything, and in what was deployed before there were rules. */
  readonly access?: AccessSection | undefined
}

export interface StatusDefinition {
  readonly id: number
  readonly code: string
  readonly name: string
  readonly group: string
  readonly final: boolean
  readonly hidden: boolean
  readonly next: readonly string[] | null
}

export interface NamespaceDefinition {
  readonly code: string
  readonly name: string
  readonly icon: string | null
  readonly order: number
  /** To whom what is in it is there at all; null: to everyone. */
  readonly visibleTo: readonly string[] | null
}

/** A group or role, its file with everything left out filled in. */
export interface GroupDefinition {
  readonly namespace: string
  readonly code: string
  readonly name: string
  readonly description: string
  readonly isRole: boolean
  /** Every user is in it. */
  readonly isDefault: boolean
  /** Paths of the groups inside, sorted, so that their order in the file means nothing. */
  readonly groups: readonly string[]
}

/** An application as a file says it: a status has a number only where the file fixes one. */
export interface ApplicationDraft extends Omit<ApplicationDefinition, 'statuses' | 'retiredStatuses'> {
  readonly statuses: readonly StatusDraft[]
  /** For problems that show only beside what is deployed. */
  readonly file: string
  readonly at: (path: readonly (string | number)[]) => Place
}

export interface StatusDraft extends Omit<StatusDefinition, 'id'> {
  readonly id: number | null
}

export interface GroupDraft extends GroupDefinition {
  readonly file: string
  /** Where each of `groups` stands. */
  readonly places: ReadonlyMap<string, Place>
}

/** The files of a solution, read and checked as far as they can be by themselves. */
export interface Solution {
  readonly code: string
  readonly name: string
  readonly version: string
  readonly dependencies: readonly string[]
  readonly namespaces: readonly NamespaceDefinition[]
  readonly applications: readonly ApplicationDraft[]
  readonly groups: readonly GroupDraft[]
  /** The groups that access rules name, each with where it stands. */
  readonly ruledGroups: readonly { readonly path: string; readonly place: Place }[]
}

/** `ref.counterparties`: how people and references name an application. */
export function applicationPath({ namespace, code }: { namespace: string; code: string }): string {
  return `${namespace}.${code}`
}

/** `ref.registrars`: how files, rules and people name a group. Always in lower case, since rules take any case. */
export function groupPath({ namespace, code }: { namespace: string; code: string }): string {
  return `${namespace}.${code}`.toLowerCase()
}
