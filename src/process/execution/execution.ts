import type { Reader, Transaction } from '../../foundation/db/database.ts'
import type { Caller } from '../../people/index.ts'
import type { PublishedVersion } from '../definition/index.ts'
import type { Advanced, Effect, State, Stimulus, Value, Variables } from '../engine/index.ts'
import type { InstanceFacts } from './work.ts'

export interface StartRequest {
  /** Id of the new instance; generated if absent. */
  readonly id?: string
  readonly version: PublishedVersion
  /** Id of the start event or receive task; absent for a start without an event. */
  readonly at?: string
  readonly context: Variables
  readonly initiator: string
  readonly item?: { readonly app: string; readonly id: string }
  readonly target?: string
  /** Idempotency key. A second start of the template with the same key returns the first instance. */
  readonly key?: string
}

export interface Started {
  readonly instance: string
  /** State of the instance in the form of the API. */
  readonly state: string
  readonly context: Variables
  /** Whether an earlier start had the same key. */
  readonly isRepeated: boolean
}

/**
 * The end of a task, for the row of the task: `outcome` and `ended_at` are written, the state becomes `done`, and a
 * task of a queue is assigned to `onBehalfOf ?? by`.
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
  /** Outcome of the task that the stimulus completes. */
  readonly task?: TaskOutcome
  /**
   * Writes further rows in the same transaction, such as an audit entry. Runs only when the instance advances.
   * Deliveries with `alongside` are not batched.
   */
  alongside?(tx: Transaction): Promise<void>
}

export interface Delivered {
  /**
   * Outcome as in `Advanced`; `notFound` when the instance does not exist. A delegated activity whose answer is
   * `outdated` asks again.
   */
  readonly outcome: Advanced['outcome'] | 'notFound'
  /** State of the instance in the form of the API; empty for `notFound`. */
  readonly state: string
  readonly context: Variables
}

/**
 * Starts instances and applies stimuli. A start or stimulus is committed together with the advances that follow from
 * it. Postponed work, and what is sent to instances that do not advance with it, follow after the commit.
 */
export interface Execution {
  /** Starts an instance and resolves after the commit. Throws StartRefused. */
  start(caller: Caller, request: StartRequest, alongside?: (tx: Transaction) => Promise<void>): Promise<Started>
  /** Starts an instance within a transaction. Throws StartRefused. */
  startIn(tx: Transaction, caller: Caller, request: StartRequest): Promise<Started>
  /** Applies a stimulus and resolves after the commit. Must not be called inside a transaction. */
  deliver(delivery: Delivery): Promise<Delivered>
  /** Applies a stimulus within a transaction, which holds a lock on the instance until its end. */
  deliverIn(tx: Transaction, delivery: Omit<Delivery, 'alongside'>): Promise<Delivered>
  /**
   * Inserts a stimulus that is applied once, soon after the commit of `tx`. Does nothing for an unknown or ended
   * instance.
   */
  enqueue(tx: Transaction, delivery: Pick<Delivery, 'instance' | 'stimulus'> & { readonly by: string }): Promise<void>
  /**
   * Replaces the state of an instance, for example when the instance moves to another version. `change` receives the
   * locked instance and returns the new state, or undefined to leave the instance unchanged. The rows of its waits,
   * tasks, incidents and restore points get the version and the elements of the new state. Returns whether the
   * instance was written; false also for an unknown or ended instance.
   */
  replace(tx: Transaction, instance: string, caller: Caller, change: ChangeState): Promise<boolean>
  /** Checks for due rows at once; called after a commit that wrote such rows. */
  wake(): void
  /** Resolves when no row is due and this node has finished the work that follows its commits. */
  settle(): Promise<void>
}

type ChangeState = (found: {
  readonly facts: InstanceFacts
  readonly version: PublishedVersion
  readonly state: State
}) => Promise<StateChange | undefined>

export interface StateChange {
  readonly version: PublishedVersion
  readonly state: State
  /** Effects of the change besides the state, such as waits that it opens and closes. */
  readonly effects: readonly Effect[]
  /** Cause of the change for the history, such as `{ type: 'move', from: 2, to: 3 }`. */
  readonly cause: { readonly type: string }
}

/** A task to be opened, with the evaluated settings of its element. */
interface TaskRequest {
  readonly performers: readonly { readonly type: string; readonly value: Value }[]
  readonly settings: Readonly<Record<string, Value>>
  /** Time of the advance, from which due dates and reminders are counted. */
  readonly now: Date
}

/** Properties of a new task that are determined when the task is opened. */
export interface NewTask {
  /** Only performer; absent when several users may claim the task. */
  readonly assignee?: string
  /** Users, groups and items of the organisation chart that may claim the task. */
  readonly candidates?: readonly string[]
  readonly dueAt?: Date
  readonly priority: number
  /**
   * Reminders and escalations. Each becomes a row of `process_wait` of the kind `taskTimer` with the element of the
   * task and the id of the task as `key`. The row is deleted when the wait of the task is closed.
   */
  readonly timers: readonly { readonly dueAt: Date; readonly details: Readonly<Record<string, Value>> }[]
}

/**
 * Determines the performers, the due date and the reminders of a task. Called when an advance opens waits of the kind
 * `task`, before the statement that writes the waits. A returned problem becomes an incident of its kind. `reader` is
 * the transaction, if there is one.
 */
export type ResolvePerformers = (
  reader: Reader,
  task: TaskRequest,
  facts: InstanceFacts,
) => Promise<NewTask | { readonly problem: string; readonly kind: 'ASSIGNEE_ERROR' | 'EXPRESSION_ERROR' }>

/** A due row of `process_wait` that is not part of the engine's state, such as a reminder. */
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
 * Handles due rows of one kind. The transaction `tx` has already deleted the row, so the row is handled once. A
 * repeating handler inserts the row again. If the handler throws, the row is kept and becomes due again later.
 */
export interface DueHandler {
  readonly kind: string
  handle(tx: Transaction, row: DueRow): Promise<void>
}

/** A message or signal that an instance sent. */
export interface ThrownEvent {
  readonly type: 'message' | 'signal'
  readonly name: string
  /** Correlation key of a message, in the form that `correlationKey` returns. */
  readonly key?: string
  readonly variables: Variables
  /** Ids of the elements of the sending instance that have taken the event in the advance that sent it. */
  readonly taken: readonly string[]
  /** Instance and element that sent the event. */
  readonly instance: string
  readonly element: string
  /** User whose action caused the event. */
  readonly by: string
}

/**
 * Delivers a message or signal that an instance sent: starts instances with `startIn`, and sends the event to waiting
 * instances with `enqueue`. Runs once, in a separate transaction soon after the commit of the sender. When the sender
 * is a called instance that ended in the same commit, this transaction enqueues the end for the caller after the
 * event.
 */
export type DeliverThrown = (tx: Transaction, event: ThrownEvent) => Promise<void>
