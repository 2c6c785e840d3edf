import type { NodeIndex, ScopeIndex, Value } from '../model/index.ts'

/** Version of the state format. */
export const stateFormat = 1

export type Variables = Readonly<Record<string, Value>>

/**
 * The state of an instance: one JSON document, which refers to its program by the numbers of nodes, scopes and flows.
 */
export interface State {
  readonly format: typeof stateFormat
  readonly status: 'running' | 'completed' | 'interrupted'
  /** Next number for a token or a scope. */
  readonly nextNumber: number
  /** Context of the instance. */
  readonly variables: Variables
  readonly tokens: readonly Token[]
  readonly scopes: readonly ActiveScope[]
  readonly waits: readonly OpenWait[]
  /** Tokens that continue at once, in order; empty unless an advance stopped at its limit. */
  readonly ready: readonly number[]
  /** Number of elements visited since the last stimulus from outside. */
  readonly visits: number
  /** Errors that the calling instance catches; absent for an instance that was not called. */
  readonly caughtByParent?: CaughtErrors
}

export interface CaughtErrors {
  readonly codes: readonly string[]
  readonly all: boolean
}

/** A token at a node. A token without `phase` waits. */
export interface Token {
  readonly id: number
  readonly at: NodeIndex
  /** Active scope of the token. */
  readonly scope: number
  /** Flow by which the token came. */
  readonly via?: number
  /** Next step of the token: begin the node, or take its flows. */
  readonly phase?: 'enter' | 'leave'
  /** Variables of this activity only, such as the item of a multi-instance. */
  readonly variables?: Variables
  /** Whether the boundary events of the activity are armed. */
  readonly isArmed?: boolean
  /** Whether the token has passed the job of `asyncBefore`. */
  readonly isContinued?: boolean
  /** Whether the token was joined at a gateway and now passes the gateway. */
  readonly isJoined?: boolean
  /** Number of failures of the activity's job, and the earliest time of the next attempt. */
  readonly failures?: number
  readonly notBefore?: string
  /** Why the last attempt failed. */
  readonly failure?: string
  /** The id of the wait for the work of the activity, which the next attempt opens again; not for a call. */
  readonly work?: string
  /** Time when the token came to the node, in milliseconds since 1970. */
  readonly sinceMs?: number
  /** Number of this instance of a loop, counted from 0. */
  readonly iteration?: number
  /** Values that the stimulus brought; written to variables when the token leaves the node. */
  readonly result?: Variables
  /** Whether the result has been written; the other steps of leaving the node can be retried. */
  readonly isWritten?: boolean
  /** Id of the flow that a user chose when skipping the element. */
  readonly flow?: string
  readonly incident?: { readonly id: string; readonly phase?: 'enter' | 'leave' }
  /** Activities that this compensation event still has to compensate. */
  readonly undo?: readonly Undo[]
}

/** An execution of the process, of a sub-process, of a loop, or of one compensation. */
export interface ActiveScope {
  readonly id: number
  /** Scope of the program; absent for a loop. */
  readonly scope?: ScopeIndex
  /** Token that waits for this scope; absent for the process. */
  readonly owner?: number
  readonly variables?: Variables
  readonly loop?: LoopState
  /**
   * Whether an interrupting event sub-process has started or the transaction is cancelled. No other event sub-process
   * starts afterwards.
   */
  readonly isInterrupted?: boolean
  readonly isCompensation?: boolean
  /** Completed activities that can be compensated, in the order of completion. */
  readonly completed?: readonly CompletedActivity[]
}

export interface LoopState {
  /** Number of instances; absent for a standard loop. */
  readonly total?: number
  readonly started: number
  readonly completed: number
  readonly items?: readonly Value[]
  readonly outputs?: readonly Value[]
}

export interface CompletedActivity {
  readonly node: NodeIndex
  /** Completed activities inside a sub-process, and the variables of the sub-process at its end. */
  readonly inner?: readonly CompletedActivity[]
  readonly variables?: Variables
}

export interface Undo {
  readonly handler: NodeIndex
  readonly variables?: Variables
  /** Completed activities that the handler can compensate, if it is an event sub-process. */
  readonly completed?: readonly CompletedActivity[]
}

export type WaitKind =
  | 'task'
  | 'job'
  | 'action'
  | 'delegated'
  | 'sheet'
  | 'child'
  | 'continuation'
  | 'timer'
  | 'message'
  | 'signal'
  | 'condition'

/** Digests of the values that an activity has read, by the names of the variables. */
export type Reads = Readonly<Record<string, string>>

/**
 * A wait of the instance. Each wait is used once, except that of a non-interrupting signal event. The next attempt of
 * failed work opens the same wait again, except for a call.
 */
export interface OpenWait {
  readonly id: string
  readonly kind: WaitKind
  /**
   * Element that waits: an activity, a catching event, a boundary event, the start event of an event sub-process, or
   * an element with `asyncBefore`.
   */
  readonly at: NodeIndex
  readonly token?: number
  /** Active scope of the start event of an event sub-process. */
  readonly scope?: number
  /**
   * Time of the timer. For a repeating timer also its cycle and the number of remaining repetitions, which is absent
   * for unlimited repetitions.
   */
  readonly due?: string
  readonly cycle?: string
  readonly remaining?: number
  /** Value of the condition when it was last evaluated. */
  readonly wasTrue?: boolean
  /** Correlation key of a message event that has one, as `correlationKey` returns it. */
  readonly key?: string | null
  /** Incident of a condition that could not be evaluated, or of an event whose wait could not be opened again. */
  readonly incident?: string
  /**
   * Digests of the variables that a delegated activity or a call has read, if its result is written without output
   * mappings.
   */
  readonly reads?: Reads
}
