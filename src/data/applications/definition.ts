import type { AccessSection } from '../../access/schemas.ts'
import type { ApplicationKind } from './application.ts'
import type { JsonObject } from '../../foundation/kit/json.ts'
import type { Place } from '../../solutions/problems.ts'

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
  /** The access rules; absent where everyone may do everything, and in definitions from before access rules existed. */
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
  /** The groups that the namespace exists for; null means everyone. */
  readonly visibleTo: readonly string[] | null
}

/** A group or role: its file with all defaults filled in. */
export interface GroupDefinition {
  readonly namespace: string
  readonly code: string
  readonly name: string
  readonly description: string
  readonly isRole: boolean
  /** Whether every user is a member. */
  readonly isDefault: boolean
  /** The paths of the sub-groups, sorted, so that their order in the file has no meaning. */
  readonly groups: readonly string[]
}

/** An application as read from a file: a status has a number only where the file fixes one. */
export interface ApplicationDraft extends Omit<ApplicationDefinition, 'statuses' | 'retiredStatuses'> {
  readonly statuses: readonly StatusDraft[]
  /** The file of the application, for problems that only a comparison with the deployed definitions can show. */
  readonly file: string
  readonly at: (path: readonly (string | number)[]) => Place
}

export interface StatusDraft extends Omit<StatusDefinition, 'id'> {
  readonly id: number | null
}

export interface GroupDraft extends GroupDefinition {
  readonly file: string
  /** The place in the file of each entry of `groups`. */
  readonly places: ReadonlyMap<string, Place>
}

/** The files of a solution, read and checked without looking at the deployed definitions. */
export interface Solution {
  readonly code: string
  readonly name: string
  readonly version: string
  readonly dependencies: readonly string[]
  readonly namespaces: readonly NamespaceDefinition[]
  readonly applications: readonly ApplicationDraft[]
  readonly groups: readonly GroupDraft[]
  /** The groups that access rules name, each with its place in the files. */
  readonly ruledGroups: readonly { readonly path: string; readonly place: Place }[]
}

/** Returns the path of an application, such as `ref.counterparties`, as people and references name it. */
export function applicationPath({ namespace, code }: { namespace: string; code: string }): string {
  return `${namespace}.${code}`
}

/**
 * Returns the path of a group, such as `ref.registrars`, as files, rules and people name the group. The path is in
 * lower case, because rules may use any case.
 */
export function groupPath({ namespace, code }: { namespace: string; code: string }): string {
  return `${namespace}.${code}`.toLowerCase()
}
