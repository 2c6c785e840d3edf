import type { Application } from '../data/applications/application.ts'
import type { JsonObject } from '../foundation/kit/json.ts'
import type { ApplicationDefinition, GroupDefinition, NamespaceDefinition } from '../data/applications/definition.ts'

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
  /** The path of the changed definition, such as `ref.counterparties.tax_id`. */
  readonly path: string
  /** The description of the change for people. */
  readonly sentence: string
  /** Whether the change removes or narrows something; applied only with consent. */
  readonly destructive: boolean
  /** Whether the present data makes the change impossible, with or without consent. */
  readonly blocked: boolean
}

/** A change derived from the two definitions, before the data was asked how many elements it affects. */
export interface Step {
  readonly kind: Change['kind']
  readonly what: Change['what']
  readonly path: string
  readonly sentence: string
  /**
   * Whether the change narrows something. A narrowing change is destructive when elements match `asks`, and always when
   * there is no `asks`.
   */
  readonly narrows?: true
  readonly asks?: Question
  /** Whether the change is impossible, whatever the data. */
  readonly blocked?: true
  readonly effect?: Effect
}

/** A question about the data: how many elements a step affects. */
export type Question =
  | { readonly of: 'elements'; readonly app: string }
  | { readonly of: 'field'; readonly app: string; readonly field: string }
  | { readonly of: 'value'; readonly app: string; readonly field: string; readonly value: string }
  | { readonly of: 'status'; readonly app: string; readonly status: number }
  | { readonly of: 'clash'; readonly application: Application; readonly key: readonly string[] }

/**
 * The effect of a step on data, in addition to the new definition. `keptAs` is a key of `body` that no field can have.
 */
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
      /** The new names by the code of the value. */
      readonly names: Readonly<Record<string, string>>
    }

/** The steps from the deployed state to a solution, and the rows to write for them. */
export interface Difference {
  readonly steps: readonly Step[]
  readonly putNamespaces: readonly NamespaceDefinition[]
  readonly removeNamespaces: readonly string[]
  readonly putApplications: readonly ChangedApplication[]
  readonly removeApplications: readonly Application[]
  readonly putGroups: readonly ChangedGroup[]
  /** The ids of the groups to remove. */
  readonly removeGroups: readonly string[]
}

export interface ChangedGroup {
  readonly id: string
  readonly definition: GroupDefinition
  /** The ids of the sub-groups to add. */
  readonly addGroups: readonly string[]
  /** The ids of the sub-groups to remove: sub-groups that a file named before and no longer names. */
  readonly removeGroups: readonly string[]
}

export interface ChangedApplication {
  readonly definition: ApplicationDefinition
  /** The compiled application; its `droppedFields` are those from before the change. */
  readonly application: Application
  /** The unique keys before the change. */
  readonly keysBefore: readonly (readonly string[])[]
  /** The effects in the order in which they must run. */
  readonly effects: readonly Effect[]
}
