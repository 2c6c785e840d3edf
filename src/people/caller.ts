import type { Once } from '../foundation/idempotency/index.ts'

/** The user that a token or a session identifies. */
export interface Identity {
  readonly userId: string
  /** Identifier of the token, or of the session after a sign-in; empty for work without either. */
  readonly tokenId: string
  /** Identifier of the session; present only for a request with the cookie of a session. */
  readonly sessionId?: string
  /** Whether the user bypasses access rules. Changes by administrators are still written into the history. */
  readonly administrator: boolean
  /**
   * The persons on whose behalf access rules are checked: the user first, then each principal whom the user substitutes
   * for now.
   */
  readonly persons: readonly Person[]
}

/** The user on whose behalf a request runs; created before the handler of the request. */
export interface Caller extends Identity {
  /** The name of the operation, for the audit log. */
  readonly operation: string
  readonly requestId: string
  /** The idempotency key of the request; stored with everything that the request writes. */
  readonly once?: Once
}

/** The ids and groups by which access rules identify a user. */
export interface Person {
  readonly userId: string
  /** The paths `namespace.code`, in lower case, of the groups that the user is in, directly or through other items. */
  readonly groups: ReadonlySet<string>
  /**
   * The ids of the user (first), of the user's groups, of the positions held and of the departments around these
   * positions.
   */
  readonly ids: readonly string[]
  /** The spaces, such as ids of applications, in which one of `ids` has a grant for a single object. */
  readonly spaces: ReadonlySet<string>
  /** The ids of the applications to which a substitution is limited; undefined when all applications count. */
  readonly applications?: ReadonlySet<string>
}

/** Returns a caller with all rights for work without a request: the first start, or a command on a stopped server. */
export function systemCaller(userId: string): Caller {
  return { userId, tokenId: '', administrator: true, persons: [], operation: '', requestId: '' }
}
