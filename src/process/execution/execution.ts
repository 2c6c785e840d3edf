import type { Reader, Transaction } from '../../foundation/db/database.ts'
import type { Caller } from '../../people/index.ts'
import type { LoadedProgram, State, Stimulus, Variables } from '../engine/index.ts'
import type { Value } from '../model/index.ts'
import type { InstanceFacts } from './work.ts'

/** A published version whose program is loaded. */
export interface PublishedVersion {
  readonly template: string
  readonly namespace: string
  readonly code: string
  readonly version: number
  readonly loaded: LoadedProgram
}

/** Finds published versions. Programs are immutable, so they are cached. */
export interface Programs {
  /** Returns a version; the newest one without a number. Undefined for an unknown or retired template or version. */
  find(address: {
    readonly namespace: string
    readonly code: string
    readonly version?: number
  }): Promise<PublishedVersion | undefined>
  /** Returns the version of an instance, also of a retired template. Throws when it does not exist. */
  get(template: string, version: number): Promise<PublishedVersion>
}

export interface StartRequest {
  /** Identifier of the new instance; a new one when absent. */
  readonly id?: string
  readonly version: PublishedVersion
  /** The start event; absent for the start event without an event definition. */
  readonly at?: string
  readonly context: Variables
  readonly initiator: string
  readonly item?: { readonly app: string; readonly id: string }
  readonly target?: string
  /** A second start of the template with the same key returns the instance of the first. */
  readonly key?: string
}

export interface Started {
  readonly instance: string
  readonly state: string
  readonly context: Variables
  /** Whether an earlier start had the same key. */
  readonly isRepeated: boolean
}

/** How a task ends, for the row of the task. */
export interface TaskOutcome {
  readonly exit?: string
  readonly by: string
  readonly onBehalfOf?: string
  readonly comment?: string
}

export interface Delivery {
  readonly instance: string
  readonly stimulus: Stimulus
  readonly caller: Caller
  /** The outcome of the task that the stimulus completes. */
  readonly task?: TaskOutcome
  /** Writes something else in the same transaction, such as an entry of the audit log. Deliveries with it are not batched. */
  alongside?(tx: Transaction): Promise<void>
}

export interface Delivered {
  /** As in `Advanced`; `notFound` when there is no such instance. */
  readonly outcome: 'advanced' | 'notWaiting' | 'notRunning' | 'notFound'
  readonly state: string
  readonly context: Variables
}

/** Runs instances: starts them and applies stimuli, each in one transaction with everything that follows from it. */
export interface Execution {
  /** Starts an instance and resolves after the commit. Throws StartRefused. */
  start(caller: Caller, request: StartRequest, alongside?: (tx: Transaction) => Promise<void>): Promise<Started>
  /** Starts an instance as a part of a transaction. */
  startIn(tx: Transaction, caller: Caller, request: StartRequest): Promise<Started>
  /** Applies a stimulus and resolves after the commit. */
  deliver(delivery: Delivery): Promise<Delivered>
  /** Writes a stimulus that is applied soon after the commit of `tx`, once. */
  enqueue(tx: Transaction, delivery: Pick<Delivery, 'instance' | 'stimulus'> & { readonly by: string }): Promise<void>
  /**
   * Replaces the state of an instance, such as when it moves to another version. `change` gets the locked state and
   * returns the new one with the effects to write, or undefined to leave the instance as it is.
   */
  replace(tx: Transaction, instance: string, caller: Caller, change: ChangeState): Promise<boolean>
  /** Looks for due waits at once, such as after a commit that wrote some. */
  wake(): void
  /** Resolves when no wait is due any more; for moving the clock. */
  settle(): Promise<void>
}

export type ChangeState = (found: {
  readonly facts: InstanceFacts
  readonly version: PublishedVersion
  readonly state: State
}) => Promise<
  { readonly version: PublishedVersion; readonly state: State; readonly effects: readonly unknown[] } | undefined
>

/** Determines who performs a task. */
export type ResolvePerformers = (
  reader: Reader,
  performers: readonly { readonly type: string; readonly value: Value }[],
  facts: InstanceFacts,
) => Promise<{ readonly assignee?: string; readonly candidates?: readonly string[] } | { readonly problem: string }>
