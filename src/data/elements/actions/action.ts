import type { Files } from '../../../files/index.ts'
import { orNull } from '../../../foundation/audit/index.ts'
import type { Tx } from '../../../foundation/db/database.ts'
import type { UnitOfWork } from '../../../foundation/db/unit-of-work.ts'
import { keepKey } from '../../../foundation/idempotency/index.ts'
import type { Clock } from '../../../foundation/kit/clock.ts'
import type { JsonText } from '../../../foundation/kit/json.ts'
import type { Caller } from '../../../people/index.ts'
import type { EventHook, WrittenRevision } from '../../events/index.ts'
import type { Numbering } from '../numbering/numbering.ts'
import type { OpenApplication } from '../source/opened-application.ts'
import type { WrittenAction } from '../write/change-element.store.ts'
import type { WriteOrigin } from '../write/insert-elements.store.ts'

/** The dependencies of actions on elements. */
export interface ActionDeps {
  readonly clock: Clock
  readonly numbering: Numbering
  readonly open: OpenApplication
  readonly files: Pick<Files, 'attach' | 'unseen'>
  readonly events: EventHook
}

/** One call of an action, with its caller and the unit of work in which it runs: alone or in a transaction. */
export interface Action extends ActionDeps {
  readonly unit: UnitOfWork
  readonly caller: Caller
}

/** The result of an action on an element. */
export interface WrittenElement {
  readonly id: string
  /** The element after the action, as the caller may see it. Empty when the action has a joint write. */
  readonly item: JsonText
  /** The revision, for `ETag` and `If-Match`. */
  readonly rev: string
  /** The action as the history names it; undefined when nothing was changed. */
  readonly action: WrittenAction | undefined
  /** The answer of the joint write of the action, if there was one. */
  readonly answer?: string | undefined
}

/**
 * Returns the author of a change for the history. The time is truncated to whole seconds, because the public API shows
 * whole seconds and a filter by a time that a client has read must match.
 */
export function originOf(caller: Caller, clock: Clock): WriteOrigin {
  const { userId, tokenId, operation, requestId, once } = caller
  return {
    by: userId,
    at: new Date(Math.trunc(clock.nowMs() / 1000) * 1000),
    tokenId: orNull(tokenId),
    operation: orNull(operation),
    requestId: orNull(requestId),
    once,
  }
}

/**
 * Returns the author for the statement of an action. Inside a transaction the statement does not store the idempotency
 * key, because several actions may belong to one request; see `completeWrite`.
 */
export function originWithin({ unit, caller, clock }: Action): WriteOrigin {
  const origin = originOf(caller, clock)
  return unit.tx === undefined ? origin : { ...origin, once: undefined }
}

/**
 * Completes the write of an element in the same transaction: stores the idempotency key of the request with the first
 * element that its transaction writes, and calls the listeners of events.
 */
export async function completeWrite(action: Action, tx: Tx, written: WrittenRevision): Promise<void> {
  const { unit, caller, events } = action
  if (unit.tx !== undefined && caller.once !== undefined) await keepKey(tx, caller.once, written.id)
  await events.written(tx, [written])
}
