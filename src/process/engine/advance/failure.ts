import type { IncidentKind } from './effects.ts'

/** An element cannot begin, continue or be left. `kind` is the kind of the incident to which the failure leads. */
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
