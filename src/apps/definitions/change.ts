import type { JsonObject } from '../../kit/json.ts'
import type { Application } from './application.ts'
import type { ApplicationDefinition, GroupDefinition, NamespaceDefinition } from './definition.ts'

/** One line of a plan. */
export interface Change {
  readonly kind: 'add' | 'change' | 'remove'
  readonly what:
    | 'solution'
    | 'namespace'
    | 'group'
    | 'application'
    | 'field'
    | 'status'
    | 'status group'
    | 'unique key'
    | 'access'
  /** `ref.counterparties.tax_id` */
  readonly path: string
  /** What happens, for people. */
  readonly sentence: string
  /** Removes or narrows something; applied only with consent. */
  readonly destructive: boolean
  /** Can't be applied with the data as it is, whatever the consent. */
  readonly blocked: boolean
}

/** A change as the two definitions show it, before the data was asked how much it touches. */
export interface Step {
  readonly kind: Change['kind']
  readonly what: Change['what']
  readonly path: string
  readonly sentence: string
  /** Narrows: destructive when elements hold what it asks for (always, when it asks for nothing). */
  readonly narrows?: true
  readonly asks?: Question
  /** Can't be done, whatever the data. */
  readonly blocked?: true
  readonly effect?: Effect
}

/** What a step wants to know of the data: how many elements it touches. */
export type Question =
  | { readonly of: 'elements'; readonly app: string }
  | { readonly of: 'field'; readonly app: string; readonly field: string }
  | { readonly of: 'value'; readonly app: string; readonly field: string; readonly value: string }
  | { readonly of: 'status'; readonly app: string; readonly status: number }
  | { readonly of: 'clash'; readonly application: Application; readonly key: readonly string[] }

/** What a step does to data, beside the new definition. `keptAs` is a key of `body` that no field can have. */
export type Effect =
  | { readonly do: 'open'; readonly app: string }
  | { readonly do: 'drop'; readonly app: string; readonly entry: JsonObject }
  | { readonly do: 'putAside'; readonly app: string; readonly entry: JsonObject; readonly keptAs: string }
  | { readonly do: 'moveAside'; readonly app: string; readonly code: string; readonly keptAs: string }
  | { readonly do: 'bringBack'; readonly app: string; readonly code: string; readonly keptAs: string }
  | {
      readonly do: 'stripColumns'
      readonly app: string
      readonly entry: JsonObject
      readonly columns: readonly string[]
      readonly keptAs: string
    }
  | {
      readonly do: 'renameValues'
      readonly app: string
      readonly field: string
      /** New name by code. */
      readonly names: Readonly<Record<string, string>>
    }

/** The steps between what is deployed and a solution, and the rows to be written for them. */
export interface Difference {
  readonly steps: readonly Step[]
  readonly putNamespaces: readonly NamespaceDefinition[]
  readonly removeNamespaces: readonly string[]
  readonly putApplications: readonly ChangedApplication[]
  readonly removeApplications: readonly Application[]
  readonly putGroups: readonly ChangedGroup[]
  /** Ids. */
  readonly removeGroups: readonly string[]
}

export interface ChangedGroup {
  readonly id: string
  readonly definition: GroupDefinition
  /** Ids of sub-groups that it does not have yet. */
  readonly addGroups: readonly string[]
  /** Ids of sub-groups that a file named, and no longer does. */
  readonly removeGroups: readonly string[]
}

export interface ChangedApplication {
  readonly definition: ApplicationDefinition
  /** `droppedFields` is as it was before the change. */
  readonly application: Application
  /** Its unique keys until now. */
  readonly keysBefore: readonly (readonly string[])[]
  /** In the order in which they have to happen. */
  readonly effects: readonly Effect[]
}
