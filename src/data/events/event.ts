import type { Transaction, Tx } from '../../foundation/db/database.ts'

export type EventKind = 'created' | 'updated' | 'statusChanged' | 'deleted' | 'restored' | 'fileVersionAdded'

/** One committed change of an element. */
export interface ElementEvent {
  /**
   * What happened. A change of the status together with other values is `statusChanged`; one that also deletes or
   * restores the element is `deleted` or `restored`.
   */
  readonly kind: EventKind
  /** Identifier of the application. */
  readonly app: string
  /** Identifier of the element. */
  readonly id: string
  /** Revision of the element after the change, as decimal text. A new version of a file makes no new revision. */
  readonly rev: string
  /** Time of the change, in whole seconds: `2026-11-21T08:30:00Z`. */
  readonly at: string
  /** Identifier of the user who made the change. */
  readonly by: string
  readonly operation: string | null
  readonly requestId: string | null
  /** Whether the change is meant for processes and webhooks; false for most imports. */
  readonly isPublished: boolean
  /** The changed values as `{field: [before, after]}`. Empty for `created` and `fileVersionAdded`. */
  readonly changes: Readonly<Record<string, readonly [unknown, unknown]>>
  /** The file and its new version; present for `fileVersionAdded`. */
  readonly file?: { readonly id: string; readonly version: number }
  /** Turn of the change, as decimal text. Turns of an element never decrease. */
  readonly turn: string
}

/**
 * Handles events in the order of their commits, within the transaction that moves the reader's position. Whatever the
 * handler writes through `tx` happens exactly once for each event. When the handler throws, everything is rolled back
 * and the same events are delivered again. Effects outside the database, such as requests, belong into jobs that the
 * handler enqueues.
 */
export type EventHandler = (tx: Transaction, events: readonly ElementEvent[]) => Promise<void>

/**
 * Handles the events of one action within the transaction of that action, before its commit. When the listener throws,
 * the action is rolled back. The listener may run again after a deadlock.
 */
export type ChangeListener = (tx: Tx, events: readonly ElementEvent[]) => Promise<void>

/** An element and the revision that an action has just written. */
export interface WrittenRevision {
  readonly app: string
  readonly id: string
  readonly rev: string
}
