import type { Field, FilePlace } from '../../fields/index.ts'
import type { AccessSection } from '../access/schemas.ts'

/** An application, compiled from its definition file and frozen. */
export interface Application {
  /** UUIDv5 of `namespace/code`: equal on every installation. */
  readonly id: string
  readonly namespace: string
  readonly code: string
  readonly name: string
  readonly elementName: string
  readonly kind: ApplicationKind
  /** In the order of the file; without system fields. */
  readonly fields: ReadonlyMap<string, Field>
  /** Where its elements hold files. */
  readonly filePlaces: readonly FilePlace[]
  readonly statuses: readonly Status[]
  readonly statusGroups: readonly StatusGroup[]
  /** Sets of fields that no two elements share, `__externalId` aside, which is always unique. */
  readonly uniqueKeys: readonly (readonly string[])[]
  /** `{$last} {$first}`; absent when `__name` is written by hand. */
  readonly nameTemplate: string | undefined
  /** Who may do what, as the definition says it; undefined: everyone everything. */
  readonly accessSection: AccessSection | undefined
  /** Codes of removed fields whose values are still kept in the rows. */
  readonly droppedFields: readonly string[]
  /** Counts up with every change of the definition. */
  readonly version: number
}

export type ApplicationKind = 'STANDARD' | 'DOCUMENT' | 'EVENT' | 'DICTIONARY'

export interface Status {
  /** From 1, never used again for another status. */
  readonly id: number
  readonly code: string
  readonly name: string
  readonly groupId: string
  /** Place in the list, from 0. */
  readonly order: number
  readonly final: boolean
  readonly hidden: boolean
  /** Codes of the statuses that may follow; undefined: all of its group, unless it is final. */
  readonly next: readonly string[] | undefined
}

export interface StatusGroup {
  readonly id: string
  readonly code: string
  readonly name: string
}
