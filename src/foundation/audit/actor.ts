import type { Once } from '../idempotency/index.ts'
import { nilId } from '../kit/ids.ts'

/**
 * The user who acts and the request that is served; every caller of the platform is an actor. An empty text means
 * "none". `userId` is always an id; it is `nilId` when no user acts.
 */
export interface Actor {
  readonly userId: string
  readonly tokenId: string
  readonly operation: string
  readonly requestId: string
  /** The idempotency key of the request, if it has one. */
  readonly once?: Once
}

/** The actor of work that no user requested, such as the first start. */
export const systemActor: Actor = { userId: nilId, tokenId: '', operation: '', requestId: '' }

export function orNull(text: string): string | null {
  return text === '' ? null : text
}
