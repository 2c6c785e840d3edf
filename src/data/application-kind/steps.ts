import type { JsonObject } from '../../foundation/kit/json.ts'
import type { Step } from '../../solutions/index.ts'
import type { Field } from '../../values/index.ts'
import type { Application } from '../applications/application.ts'
import type { ApplicationDefinition } from '../applications/definition.ts'

/**
 * A step between two states of an application, with the elements that the step affects and its effect on their data.
 */
export interface ApplicationStep extends Omit<Step, 'weigh'> {
  /**
   * The affected elements. A narrowing step is destructive when there are such elements, when the step removes a
   * field or an application, and when `asks` is absent.
   */
  readonly asks?: Affected
  readonly effect?: Effect
}

/** The elements that a step affects, or the elements that prevent it (`clash`). */
export type Affected =
  | { readonly of: 'elements'; readonly app: string }
  | { readonly of: 'field'; readonly app: string; readonly field: string }
  | { readonly of: 'lack'; readonly app: string; readonly field: string }
  | { readonly of: 'value'; readonly app: string; readonly field: string; readonly value: string }
  | { readonly of: 'status'; readonly app: string; readonly status: number }
  | { readonly of: 'clash'; readonly application: Application; readonly key: readonly string[] }

/**
 * The effect of a step on data, in addition to the new definition. `keptAs` is the key of `body` under which values
 * of a removed field are stored; fields that were only removed from the file keep their code as this key.
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
      /** The new name of each value of the category, by the code of the value. */
      readonly names: Readonly<Record<string, string>>
    }

/** An application before or after a change. */
export interface ApplicationState {
  readonly definition: ApplicationDefinition
  readonly application: Application
}

/** A removed field, and the key of `body` under which its values are stored. */
export interface KeptField {
  readonly field: Field
  readonly keptAs: string
}

/** A new or changed application; the `removedFields` of `application` are those from before the change. */
export interface ChangedApplication extends ApplicationState {
  /** The unique keys before the change. */
  readonly keysBefore: readonly (readonly string[])[]
  /** The effects in the order in which they must run. */
  readonly effects: readonly Effect[]
}
