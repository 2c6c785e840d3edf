import type { Value } from '../model/index.ts'
import type { CaughtErrors, Variables, WaitKind } from './state.ts'

export type IncidentKind =
  | 'JOB_NO_RETRIES'
  | 'CONDITION_ERROR'
  | 'EXPRESSION_ERROR'
  | 'IO_MAPPING_ERROR'
  | 'CALLED_ELEMENT_ERROR'
  | 'DECISION_ERROR'
  | 'UNHANDLED_ERROR'
  | 'ASSIGNEE_ERROR'
  | 'LOOP_LIMIT'
  | 'SCRIPT_LIMIT'
  | 'VARIABLE_TYPE_ERROR'
  | 'PLATFORM_ERROR'

/** The stored details of a wait, in addition to its kind and place. */
export interface WaitDetails {
  /** Time at which a timer fires or a job may start, in ISO 8601. */
  readonly due?: string
  readonly message?: { readonly name: string; readonly key?: Value }
  readonly signal?: string
  readonly performers?: readonly { readonly type: string; readonly value: Value }[]
  /** Settings of the element, such as the action of a job or the exits of a task. */
  readonly settings?: Readonly<Record<string, Value>>
  readonly input?: Variables
  /** Number of this attempt, counted from 1. */
  readonly attempt?: number
  readonly caughtErrors?: CaughtErrors
}

/**
 * An event of a token. Replaying these events in order gives the tokens of the state. A token is `moved` when its
 * element has another id in the version that the instance moved to.
 */
export type HistoryEvent = 'entered' | 'completed' | 'cancelled' | 'ended' | 'joined' | 'moved'

/**
 * A change or an event that the caller of `advance` handles in the same transaction as the state. Effects name
 * elements by their ids.
 */
export type Effect =
  | ({
      readonly type: 'waitOpened'
      readonly wait: string
      readonly kind: WaitKind
      readonly element: string
      readonly token?: number
    } & WaitDetails)
  | {
      readonly type: 'waitClosed'
      readonly wait: string
      readonly kind: WaitKind
      readonly element: string
      readonly reason: 'used' | 'cancelled'
    }
  | {
      readonly type: 'history'
      readonly event: HistoryEvent
      readonly element: string
      readonly token: number
      readonly scope: number
      readonly flow?: string
      /** Time that the token spent at the element, in milliseconds; absent for `entered`. */
      readonly durationMs?: number
    }
  | {
      readonly type: 'variablesChanged'
      readonly holder: 'instance' | 'scope' | 'token'
      readonly id?: number
      readonly values: Variables
    }
  | {
      readonly type: 'incidentOpened'
      readonly incident: string
      readonly kind: IncidentKind
      readonly element: string
      readonly token?: number
      readonly message: string
    }
  | { readonly type: 'incidentClosed'; readonly incident: string; readonly reason: 'resolved' | 'cancelled' }
  | {
      readonly type: 'messageThrown'
      readonly element: string
      readonly name: string
      readonly key?: Value
      readonly variables: Variables
      /** Ids of the elements of this instance that have taken the message; absent when there are none. */
      readonly taken?: readonly string[]
    }
  | {
      readonly type: 'signalThrown'
      readonly element: string
      readonly name: string
      readonly variables: Variables
      readonly taken?: readonly string[]
    }
  | { readonly type: 'escalatedToParent'; readonly element: string; readonly code?: string }
  | {
      /**
       * Parts of an expression became null, a condition was null, or the values of an error have overwritten a
       * change.
       */
      readonly type: 'warned'
      readonly element?: string
      readonly expression: string
      readonly messages: readonly string[]
    }
  | { readonly type: 'continuationRequested' }
  | {
      readonly type: 'instanceEnded'
      readonly status: 'completed' | 'interrupted'
      readonly error?: { readonly code?: string; readonly message?: string }
      readonly variables: Variables
    }
