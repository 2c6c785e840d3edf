import type { IncidentKind } from './effects.ts'
import type { CaughtErrors, Variables } from './state.ts'

/** What makes an instance advance. */
export type Stimulus =
  /** Starts an instance; `at` is the id of a start event with an event definition. */
  | {
      readonly type: 'start'
      readonly at?: string
      readonly variables?: Variables
      readonly caughtByParent?: CaughtErrors
    }
  /** Uses a wait: a task was completed, a timer fired, a message came, a called instance ended. */
  | {
      readonly type: 'complete'
      readonly wait: string
      readonly variables?: Variables
      /** The number of the attempt of a job; the result of another attempt is not applied. */
      readonly attempt?: number
    }
  /** A job or an action failed. The engine repeats it while attempts are left, unless `isFinal`. */
  | {
      readonly type: 'fail'
      readonly wait: string
      readonly message: string
      readonly isFinal?: boolean
      readonly retryAfterMs?: number
      readonly attempt?: number
      readonly kind?: Exclude<IncidentKind, 'LOOP_LIMIT' | 'UNHANDLED_ERROR'>
    }
  /** An activity answered with a BPMN error, or a called instance ended with one. */
  | {
      readonly type: 'throwError'
      readonly wait: string
      readonly code: string
      readonly message?: string
      readonly variables?: Variables
      readonly attempt?: number
    }
  /** A called instance escalated; it continues. */
  | { readonly type: 'escalate'; readonly wait: string; readonly code?: string; readonly variables?: Variables }
  /** Continues an advance that stopped at its limit. */
  | { readonly type: 'continue' }
  /** Looks again at joins and conditions, after the instance has moved to another version. */
  | { readonly type: 'resume' }
  /** Writes variables. `comment` is kept in the history. */
  | { readonly type: 'setVariables'; readonly variables: Variables; readonly comment?: string }
  /** Repeats what an incident stopped. `comment` is kept in the history. */
  | { readonly type: 'retry'; readonly incident: string; readonly comment?: string }
  /** Leaves the element that an incident stopped, as if it had been completed. */
  | { readonly type: 'skip'; readonly incident: string; readonly variables?: Variables; readonly comment?: string }
  /** Begins an element again that a token waits at; what it waited for is cancelled. */
  | { readonly type: 'restartStep'; readonly element: string; readonly comment: string }
  /** Leaves an element that a token waits at, as if it had been completed. */
  | { readonly type: 'skipStep'; readonly element: string; readonly comment: string; readonly variables?: Variables }
  | { readonly type: 'interrupt'; readonly reason: string }
