import type { Files } from '../../files/index.ts'
import { orNull } from '../../foundation/audit/index.ts'
import type { Database } from '../../foundation/db/database.ts'
import type { Clock } from '../../foundation/kit/clock.ts'
import type { JsonText } from '../../foundation/kit/json.ts'
import type { Caller } from '../../people/index.ts'
import type { EventHook } from '../events/index.ts'
import type { OpenApplication } from './element-address.ts'
import type { Author } from './elements.store.ts'
import type { Numbering } from './numbering.ts'

/** The dependencies of operations that write elements. */
export interface WriteDeps {
  readonly database: Database
  readonly clock: Clock
  readonly numbering: Numbering
  readonly open: OpenApplication
  readonly files: Pick<Files, 'attach' | 'unseen'>
  readonly events: EventHook
}

export interface WrittenElement {
  readonly item: JsonText
  /** The revision, for `ETag` and `If-Match`. */
  readonly rev: string
}

/**
 * Returns the author of a change for the history. The time is cut to whole seconds, since the public API shows whole
 * seconds: a filter by a time that a client read then matches.
 */
export function authorOf(caller: Caller, clock: Clock): Author {
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
