import type { Reader, Transaction } from '../../foundation/db/database.ts'
import type { Caller } from '../../people/index.ts'
import type { Effect, LoadedProgram, State, Stimulus, Variables } from '../engine/index.ts'
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

/**
 * Finds published versions. Programs are immutable, so they are cached. `reader` is the transaction of the caller
 * inside a transaction, else `database.single`.
 */
export interface Programs {
  /** Returns a version; undefined for an unknown or retired template or version. */
  find(
    reader: Reader,
    address: {
      readonly namespace: string
      readonly code: string
      /** The number of the version; the newest one when absent. */
      readonly version?: number
      /** Asks for the version that was the newest one when this version of another template was published. */
      readonly deployedWith?: PublishedVersion
    },
  ): Promise<PublishedVersion | undefined>
  /** Returns the version of an instance, also of a retired template. Throws when it does not exist. */
  get(reader: Reader, template: string, version: number): Promise<PublishedVersion>
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
  /** State of the instance as on the wire. */
  readonly state: string
  readonly context: Variables
  /** Whether an earlier start had the same key. */
  readonly isRepeated: boolean
}

/**
 * How a task ends, for the row of the task: `outcome` and `ended_at` are written, the state becomes `done`, and a task
 * of a queue gets the assignee `onBehalfOf ?? by`.
 */
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
  /**
   * Writes something else in the same transaction, such as an entry of the audit log; runs only when the instance
   * advances. Deliveries with it are not batched.
   */
  alongside?(tx: Transaction): Promise<void>
}

export interface Delivered {
  /** As in `Advanced`; `notFound` when there is no such instance. */
  readonly outcome: 'advanced' | 'notWaiting' | 'notRunning' | 'notFound'
  /** State of the instance as on the wire; empty for `notFound`. */
  readonly state: string
  readonly context: Variables
}

/** Runs instances: starts them and applies stimuli, each in one transaction with everything that follows from it. */
export interface Execution {
  /** Starts an instance and resolves after the commit. Throws StartRefused. */
  start(caller: Caller, request: StartRequest, alongside?: (tx: Transaction) => Promise<void>): Promise<Started>
  /** Starts an instance as a part of a transaction. Throws StartRefused. */
  startIn(tx: Transaction, caller: Caller, request: StartRequest): Promise<Started>
  /** Applies a stimulus and resolves after the commit. Must not be called inside a transaction. */
  deliver(delivery: Delivery): Promise<Delivered>
  /** Applies a stimulus as a part of a transaction, which holds a lock on the instance from then on. */
  deliverIn(tx: Transaction, delivery: Omit<Delivery, 'alongside'>): Promise<Delivered>
  /** Writes a stimulus that is applied soon after the commit of `tx`, once. Does nothing for an unknown instance. */
  enqueue(tx: Transaction, delivery: Pick<Delivery, 'instance' | 'stimulus'> & { readonly by: string }): Promise<void>
  /**
   * Replaces the state of an instance, such as when it moves to another version. `change` gets the locked instance and
   * returns what to write, or undefined to leave the instance as it is. The rows of its waits, tasks, incidents and
   * restore points take over the version and the elements of the new state. Returns whether the instance was written;
   * false also for an unknown instance and one that has ended.
   */
  replace(tx: Transaction, instance: string, caller: Caller, change: ChangeState): Promise<boolean>
  /** Looks for due waits at once, such as after a commit that wrote some. */
  wake(): void
  /** Resolves when no wait is due any more and no stimulus is under way on this node. */
  settle(): Promise<void>
}

export type ChangeState = (found: {
  readonly facts: InstanceFacts
  readonly version: PublishedVersion
  readonly state: State
}) => Promise<StateChange | undefined>

export interface StateChange {
  readonly version: PublishedVersion
  readonly state: State
  /** What the change does beside the state, such as waits that it opens and closes. */
  readonly effects: readonly Effect[]
  /** What happened, for the history, such as `{ type: 'move', from: 2, to: 3 }`. */
  readonly cause: { readonly type: string }
}

/** A task that is opened: what its element declares, evaluated. */
export interface TaskRequest {
  readonly performers: readonly { readonly type: string; readonly value: Value }[]
  readonly settings: Readonly<Record<string, Value>>
  /** The time of the advance, from which due dates and reminders are counted. */
  readonly now: Date
}

/** What the row of a new task needs beyond the settings of its element. */
export interface NewTask {
  /** The only performer; absent when several persons may claim the task. */
  readonly assignee?: string
  /** Users, groups and items of the organisation chart that may claim the task. */
  readonly candidates?: readonly string[]
  readonly dueAt?: Date
  readonly priority: number
  /**
   * Reminders and escalations. Each becomes a row of `process_wait` of the kind `taskTimer` with the element of the
   * task and `key` = the id of the task as text. The row is deleted when the wait of the task is closed.
   */
  readonly timers: readonly { readonly dueAt: Date; readonly details: Readonly<Record<string, Value>> }[]
}

/**
 * Determines who performs a task, when it is due, and when its performers are reminded. Called for each wait of the
 * kind `task` that an advance opens, before the statement that writes it. A problem becomes an incident of its kind.
 * `reader` is the transaction, if there is one.
 */
export type ResolvePerformers = (
  reader: Reader,
  task: TaskRequest,
  facts: InstanceFacts,
) => Promise<NewTask | { readonly problem: string; readonly kind: 'ASSIGNEE_ERROR' | 'EXPRESSION_ERROR' }>

/** A due row of `process_wait` that does not belong to the engine's state, such as a reminder. */
export interface DueRow {
  readonly instance: string
  readonly id: string
  readonly template: string
  readonly version: number
  readonly element: string
  readonly key: string | null
  readonly details: unknown
  readonly dueAt: Date
}

/**
 * Handles due rows of one kind. The row is already deleted in the transaction `tx`, so that it is handled once. The
 * handler inserts it again when it repeats. A handler that throws leaves the row, and the row is due again later.
 */
export interface DueHandler {
  readonly kind: string
  handle(tx: Transaction, row: DueRow): Promise<void>
}

/** A message or signal that an instance sent. */
export interface ThrownEvent {
  readonly type: 'message' | 'signal'
  readonly name: string
  /** The correlation key of a message, as `correlationKey` writes it. */
  readonly key?: string
  readonly variables: Variables
  /** The instance and the element that sent the event. */
  readonly instance: string
  readonly element: string
  /** The user whose action caused the event. */
  readonly by: string
}

/**
 * Delivers a message or signal that an instance sent: starts instances by `startIn` and applies it to those that wait
 * for it by `enqueue`. Runs in a transaction of its own soon after the commit of the sender, and commits once.
 */
export type DeliverThrown = (tx: Transaction, event: ThrownEvent) => Promise<void>

/** Returns a correlation key as it is stored and compared; null when there is none. */
export function correlationKey(value: Value): string | null {
  if (value === undefined || value === null) return null
  return typeof value === 'string' ? value : JSON.stringify(value)
}
