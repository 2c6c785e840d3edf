import type { Once } from '../idempotency/index.ts'

/** Who a token or a session leads to. */
export interface Identity {
  readonly userId: string
  /** Of the token, or of the session; empty when it was neither. */
  readonly tokenId: string
  /** Of who signed in with a password. */
  readonly sessionId?: string
  /** Bypasses access rules, but is written into history like anybody. */
  readonly administrator: boolean
  /** As whom access rules are asked: the user, and then everybody the user stands in for at this moment. */
  readonly persons: readonly Person[]
}

/** Whoever a request acts for; made before any handler runs. */
export interface Caller extends Identity {
  /** Name of the operation, for the audit. */
  readonly operation: string
  readonly requestId: string
  /** The idempotency key of the request; whatever the request writes keeps it. */
  readonly once?: Once
}

/** All that an access rule may call somebody by. */
export interface Person {
  readonly userId: string
  /** `namespace.code` of the groups in which the user effectively is, in lower case. */
  readonly groups: ReadonlySet<string>
  /** Of those groups, of the positions held and of the departments around them; the user's own comes first. */
  readonly ids: readonly string[]
  /** Applications in which one of these ids was given rights to single elements. */
  readonly spaces: ReadonlySet<string>
  /** Ids of the applications in which this counts; undefined: in all. */
  readonly applications?: ReadonlySet<string>
}

/** Acts for a user without a request, with all rights: the first start, the command line on a stopped server. */
export function systemCaller(userId: string): Caller {
  return { userId, tokenId: '', administrator: true, persons: [], operation: '', requestId: '' }
}
