import type { IncidentKind } from './effects.ts'

/** A failure of an element. The token stops with an incident, and the element has changed nothing. */
export class Failure extends Error {
  override readonly name = 'Failure'
  readonly kind: IncidentKind

  constructor(kind: IncidentKind, message: string) {
    super(message)
    this.kind = kind
  }
}

/** Error for an instance that cannot be started. */
export class StartRefused extends Error {
  override readonly name = 'StartRefused'
}
