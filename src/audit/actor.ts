import type { Once } from '../idempotency/index.ts'
import { nilId } from '../kit/ids.ts'

/**
 * Who acts, and for which request; a caller of the platform is one. An empty text means that there is none. `userId` is
 * always an id: that of nobody is `nilId`.
 */
export interface Actor {
  readonly userId: string
  readonly tokenId: string
  readonly operation: string
  readonly requestId: string
  /** The idempotency key of the request, if it has one. */
  readonly once?: Once
}

/** For what no person did, such as the first start. */
export const systemActor: Actor = { userId: nilId, tokenId: '', operation: '', requestId: '' }

export function orNull(text: string): string | null {
  return text === '' ? null : text
}
