import type { Once } from '../foundation/idempotency/index.ts'
import { Persons } from './persons.ts'

/** The user that a token or a session identifies. */
export interface Identity {
  readonly userId: string
  /** Identifier of the token, or of the session after a sign-in; empty for work without either. */
  readonly tokenId: string
  /** Identifier of the session; present only for a request with the cookie of a session. */
  readonly sessionId?: string
  /** Whether the user bypasses access rules. Changes by administrators are still written into the history. */
  readonly administrator: boolean
  /** The user and the principals whom the user substitutes for now. */
  readonly persons: Persons
}

/** The user on whose behalf a request runs; created before the handler of the request. */
export interface Caller extends Identity {
  /** The name of the operation, for the audit log. */
  readonly operation: string
  readonly requestId: string
  /** The idempotency key of the request; stored with what the request writes. */
  readonly once?: Once
}

/** Returns a caller with all rights, for what the platform itself does, such as the first start or a sweep. */
export function systemCaller(userId: string): Caller {
  return { userId, tokenId: '', administrator: true, persons: Persons.none, operation: '', requestId: '' }
}
