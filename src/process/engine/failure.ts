import type { IncidentKind } from './effects.ts'

/** An element cannot go on. It becomes an incident of the token; nothing of the element has been changed. */
export class Failure extends Error {
  override readonly name = 'Failure'
  readonly kind: IncidentKind

  constructor(kind: IncidentKind, message: string) {
    super(message)
    this.kind = kind
  }
}

/** The instance cannot be started. */
export class StartRefused extends Error {
  override readonly name = 'StartRefused'
}
