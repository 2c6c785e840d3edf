import type { AccessSection } from '../../access/index.ts'
import type { Field, FilePlace } from '../../values/index.ts'
import type { FieldColumn } from './field-columns.ts'
import type { FormsSection } from './forms-section.ts'
import type { RegistrationSection } from './registration-section.ts'

/** An application, compiled from its definition file and frozen. */
export interface Application {
  /** The UUIDv5 of `namespace/code`, which is the same on every installation. */
  readonly id: string
  readonly namespace: string
  readonly code: string
  readonly name: string
  readonly elementName: string
  readonly kind: ApplicationKind
  /** The fields in the order of the file, without system fields. */
  readonly fields: ReadonlyMap<string, Field>
  /** The places in the fields where elements hold files. */
  readonly filePlaces: readonly FilePlace[]
  readonly statuses: readonly Status[]
  readonly statusGroups: readonly StatusGroup[]
  /** The sets of fields whose values no two elements share. `__externalId` is always unique and is not listed. */
  readonly uniqueKeys: readonly (readonly string[])[]
  /** The template of `__name`, such as `{$last} {$first}`; undefined when names are written by hand. */
  readonly nameTemplate: string | undefined
  /** The access rules of the definition; undefined when the definition restricts nothing. */
  readonly accessSection: AccessSection | undefined
  /** How elements are registered in cases; undefined where they are not registered. */
  readonly registration: RegistrationSection | undefined
  /** The described forms of the elements; undefined where every form shows all fields in the order of `fields`. */
  readonly forms: FormsSection | undefined
  /** The keys of `body` under which values of removed fields are still stored. */
  readonly removedFields: readonly string[]
  /**
   * The columns of the application's field table that are filled, by the codes of their fields; undefined where the
   * application has no field table yet.
   */
  readonly fieldTable?: ReadonlyMap<string, FieldColumn> | undefined
  /** The keys of the shapes of lists for which the field table has an index; absent where it has none. */
  readonly indexedShapes?: ReadonlySet<string> | undefined
  /** The version of the definition; incremented by every change. */
  readonly version: number
}

export type ApplicationKind = 'STANDARD' | 'DOCUMENT' | 'EVENT' | 'DICTIONARY'

/** What a status says about its element, as a colour. */
export const statusTones = ['neutral', 'positive', 'warning', 'danger'] as const
export type StatusTone = (typeof statusTones)[number]

export interface Status {
  /** The number of the status, from 1; never reused for another status. */
  readonly id: number
  readonly code: string
  readonly name: string
  readonly groupId: string
  /** The position of the status in the list of statuses, from 0. */
  readonly order: number
  readonly final: boolean
  readonly hidden: boolean
  /** The tone; absent where clients choose a colour by the position of the status. */
  readonly tone?: StatusTone
  /**
   * The codes of the statuses that may follow. Undefined means all statuses of the group, or none after a final status.
   */
  readonly next: readonly string[] | undefined
  /** `process` where only processes and administrators give the status; absent where everyone who may edit does. */
  readonly by?: 'process'
}

export interface StatusGroup {
  readonly id: string
  readonly code: string
  readonly name: string
}

/** Returns the path of an application, such as `ref.counterparties`, as people and references name it. */
export function applicationPath({ namespace, code }: Pick<Application, 'namespace' | 'code'>): string {
  return `${namespace}.${code}`
}
