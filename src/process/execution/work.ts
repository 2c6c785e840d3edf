import type { DecisionTrace } from '../../decisions/index.ts'
import type { Reader, Transaction } from '../../foundation/db/database.ts'
import type { Caller } from '../../people/index.ts'
import type { Value, Variables } from '../engine/index.ts'

/** Properties of an instance outside its state. */
export interface InstanceFacts {
  readonly id: string
  readonly template: string
  readonly version: number
  readonly name: string
  /** User who started the instance, or in whose name it was started. */
  readonly initiator: string
  /** Element that the instance runs for. */
  readonly item?: { readonly app: string; readonly id: string }
  readonly target?: string
  readonly parent?: string
}

/** An element with the id of its application. */
export interface WorkElement {
  readonly app: string
  readonly id: string
}

/** A piece of automatic work that an activity asks for. */
export interface WorkCall {
  readonly instance: InstanceFacts
  /** Id of the wait; the same in all attempts, so it serves as the idempotency key for other systems. */
  readonly wait: string
  /** Id of the activity in the diagram. */
  readonly element: string
  /** Number of this attempt, counted from 1. */
  readonly attempt: number
  readonly settings: Readonly<Record<string, Value>>
  readonly input: Variables
  /** Rights of the platform with the id of the user whose action made the instance advance. */
  readonly caller: Caller
  readonly now: Date
  /** Signal that is aborted when the node stops or loses the job; only for work that runs outside. */
  readonly signal?: AbortSignal
}

/**
 * The outcome of a piece of work. `later` means that the activity will be completed from outside. `decided` is the
 * trace of the decision that the work evaluated; the history of the instance keeps the trace.
 */
export type WorkOutcome =
  | {
      readonly type: 'done'
      readonly variables: Variables
      /** Elements whose values the variables can hold. */
      readonly elements?: readonly WorkElement[]
      readonly decided?: DecisionTrace
    }
  | { readonly type: 'error'; readonly code: string; readonly message?: string; readonly variables?: Variables }
  | {
      readonly type: 'failed'
      readonly message: string
      readonly isFinal?: boolean
      /** Elements whose values the message can quote. */
      readonly elements?: readonly WorkElement[]
      readonly retryAfterMs?: number
      readonly kind?:
        | 'ASSIGNEE_ERROR'
        | 'DECISION_ERROR'
        | 'SCRIPT_LIMIT'
        | 'JOB_NO_RETRIES'
        | 'CALLED_ELEMENT_ERROR'
        | 'PLATFORM_ERROR'
      readonly decided?: DecisionTrace
    }
  | { readonly type: 'later' }

/**
 * A kind of automatic work, selected by the `action` of an activity's settings.
 *
 * - `memory`: runs before the commit and touches nothing outside, such as a decision or a script. It may run again
 *   before its result is committed. It reads the database only through `reader`, which is the transaction of the
 *   advance, if there is one.
 * - `transaction`: runs in the transaction of the advance, such as a change of an element. It is undone when it fails.
 * - `outside`: runs as a job after the commit, at least once, such as a request to another system.
 *
 * Work that throws a PlatformError with a status below 500 has `failed`. Any other error is an error of the platform:
 * the advance or the job fails, nothing is written, and the work is repeated. The number of attempts is limited
 * unless the error is a PlatformError (see `advance/platform-fault.ts`).
 */
export type Work =
  | { readonly action: string; readonly place: 'memory'; run(call: WorkCall, reader: Reader): Promise<WorkOutcome> }
  | {
      readonly action: string
      readonly place: 'transaction'
      run(tx: Transaction, call: WorkCall): Promise<WorkOutcome>
    }
  | { readonly action: string; readonly place: 'outside'; run(call: WorkCall): Promise<WorkOutcome> }
