import type { IncidentKind } from './effects.ts'
import type { CaughtErrors, Variables } from './state.ts'

/** How a skipped element is left. */
interface Skipped {
  readonly variables?: Variables
  /** Id of the flow to take; by default, the conditions of the flows decide. */
  readonly flow?: string
}

/** An input that makes an instance advance. */
export type Stimulus =
  /** Starts an instance. `at` is the id of a start event, or of a receive task that starts instances. */
  | {
      readonly type: 'start'
      readonly at?: string
      readonly variables?: Variables
      readonly caughtByParent?: CaughtErrors
    }
  /** Uses a wait, for example because a task was completed, a timer fired, a message arrived or a job is done. */
  | {
      readonly type: 'complete'
      readonly wait: string
      readonly variables?: Variables
      /** Number of the attempt of a job. The result of another attempt is not applied. */
      readonly attempt?: number
      /**
       * Values that a person saw in variables before changing them. If a changed variable now has neither the seen
       * nor the new value, the stimulus is outdated.
       */
      readonly seen?: Variables
    }
  /**
   * Reports the failure of the work of an activity. The engine repeats the work while attempts are left, unless
   * `isFinal`.
   */
  | {
      readonly type: 'fail'
      readonly wait: string
      readonly message: string
      readonly isFinal?: boolean
      readonly retryAfterMs?: number
      readonly attempt?: number
      readonly kind?: Exclude<IncidentKind, 'LOOP_LIMIT' | 'UNHANDLED_ERROR'>
    }
  /** Reports that an activity answered with a BPMN error, or that a called instance ended with a BPMN error. */
  | {
      readonly type: 'throwError'
      readonly wait: string
      readonly code: string
      readonly message?: string
      readonly variables?: Variables
      readonly attempt?: number
    }
  /** Reports an escalation of a called instance, which continues. */
  | { readonly type: 'escalate'; readonly wait: string; readonly code?: string; readonly variables?: Variables }
  /** Continues an advance that stopped at its limit. */
  | { readonly type: 'continue' }
  /** Evaluates joins and conditions again after the instance has moved to another version. */
  | { readonly type: 'resume' }
  /** Writes variables. The history stores `comment`. */
  | { readonly type: 'setVariables'; readonly variables: Variables; readonly comment?: string }
  /** Repeats the work that an incident stopped. The history stores `comment`. */
  | { readonly type: 'retry'; readonly incident: string; readonly comment?: string }
  /** Leaves the element of an incident as if it had been completed, or gives up the waiting event of an incident. */
  | ({ readonly type: 'skip'; readonly incident: string; readonly comment?: string } & Skipped)
  /** Restarts an element at which a token waits; cancels its waits. */
  | { readonly type: 'restartStep'; readonly element: string; readonly comment: string }
  /** Leaves an element at which a token waits as if it had been completed. */
  | ({ readonly type: 'skipStep'; readonly element: string; readonly comment: string } & Skipped)
  | { readonly type: 'interrupt'; readonly reason: string }
