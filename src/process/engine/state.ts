import type { NodeIndex, ScopeIndex, Value } from '../model/index.ts'

/** Version of the state format. */
export const stateFormat = 1

export type Variables = Readonly<Record<string, Value>>

/** The state of an instance: one JSON document, which refers to a program by node and scope numbers. */
export interface State {
  readonly format: typeof stateFormat
  readonly status: 'running' | 'completed' | 'interrupted'
  /** The next number for a token or a scope. */
  readonly nextNumber: number
  /** The context of the instance. */
  readonly variables: Variables
  readonly tokens: readonly Token[]
  readonly scopes: readonly ActiveScope[]
  readonly waits: readonly OpenWait[]
  /** The tokens that continue at once, in their order; empty unless an advance stopped at its limit. */
  readonly ready: readonly number[]
  /** Elements visited since the last stimulus from outside. */
  readonly visits: number
  /** The errors that the calling instance catches; absent for an instance that was not called. */
  readonly caughtByParent?: CaughtErrors
}

export interface CaughtErrors {
  readonly codes: readonly string[]
  readonly all: boolean
}

/** A token stands at a node. Without `phase` it waits. */
export interface Token {
  readonly id: number
  readonly at: NodeIndex
  /** The active scope that the token belongs to. */
  readonly scope: number
  /** The flow by which the token came. */
  readonly via?: number
  /** What happens next: the node begins, or its flows are taken. */
  readonly phase?: 'enter' | 'leave'
  /** Variables of this activity only, such as the item of a multi-instance. */
  readonly variables?: Variables
  /** Whether the boundary events of the activity are armed. */
  readonly isArmed?: boolean
  /** Whether the token has passed the job of `asyncBefore`. */
  readonly isContinued?: boolean
  /** Whether the token was joined at a gateway, which it passes now. */
  readonly isJoined?: boolean
  /** How often the job of the activity failed, and the earliest time of its next attempt. */
  readonly failures?: number
  readonly notBefore?: string
  /** Why the last attempt failed. */
  readonly failure?: string
  /** The id of the wait for the work of the activity; the same in all attempts. */
  readonly work?: string
  /** When the token came to the node, in milliseconds since 1970. */
  readonly sinceMs?: number
  /** The number of this instance of a loop, counted from 0. */
  readonly iteration?: number
  /** What came back from outside; it is written to variables when the token leaves the node. */
  readonly result?: Variables
  /** Whether the result has been written; what follows of leaving the node can be retried. */
  readonly isWritten?: boolean
  readonly incident?: { readonly id: string; readonly phase?: 'enter' | 'leave' }
  /** The activities that this compensation event still has to undo. */
  readonly undo?: readonly Undo[]
}

/** An execution of the process, of a sub-process, of a loop, or of one compensation. */
export interface ActiveScope {
  readonly id: number
  /** The scope of the program; absent for a loop. */
  readonly scope?: ScopeIndex
  /** The token that waits for this scope; absent for the process. */
  readonly owner?: number
  readonly variables?: Variables
  readonly loop?: LoopState
  /** Whether an interrupting event sub-process has started; no other one starts after it. */
  readonly isInterrupted?: boolean
  readonly isCompensation?: boolean
  /** Completed activities that can be undone, in the order of their completion. */
  readonly completed?: readonly CompletedActivity[]
}

export interface LoopState {
  /** The number of instances; absent for a standard loop. */
  readonly total?: number
  readonly started: number
  readonly completed: number
  readonly items?: readonly Value[]
  readonly outputs?: readonly Value[]
}

export interface CompletedActivity {
  readonly node: NodeIndex
  /** What was completed inside a sub-process, and the variables of the sub-process at its end. */
  readonly inner?: readonly CompletedActivity[]
  readonly variables?: Variables
}

export interface Undo {
  readonly handler: NodeIndex
  readonly variables?: Variables
}

export type WaitKind =
  | 'task'
  | 'job'
  | 'action'
  | 'delegated'
  | 'child'
  | 'continuation'
  | 'timer'
  | 'message'
  | 'signal'
  | 'condition'

/** Something that an instance waits for. Each wait is used once; a failed attempt of work opens its wait again. */
export interface OpenWait {
  readonly id: string
  readonly kind: WaitKind
  /** The element that waits: an activity, a catching event, a boundary event, or the start of an event sub-process. */
  readonly at: NodeIndex
  readonly token?: number
  /** The active scope of the start event of an event sub-process. */
  readonly scope?: number
  /** The timer's time, and for a repeating timer its cycle and how often it fires after that; absent for ever. */
  readonly due?: string
  readonly cycle?: string
  readonly remaining?: number
  /** The value of a condition when it was last evaluated. */
  readonly wasTrue?: boolean
  /** The incident of a condition that could not be evaluated. */
  readonly incident?: string
}
