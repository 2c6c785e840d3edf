import type { Apps } from '../apps/index.ts'
import type { Audit } from '../audit/index.ts'
import type { Files } from '../files/index.ts'
import { operationFor } from '../http/operation.ts'
import type { Clock, MovableClock } from '../kit/clock.ts'
import type { Caller, People } from '../people/index.ts'

/** What every handler gets: who calls, and the rooms. */
export interface Context {
  readonly caller: Caller
  readonly apps: Apps
  readonly audit: Audit
  readonly people: People
  readonly files: Files
  readonly clock: Clock | MovableClock
  /** Does the database answer? */
  readonly isReady: () => Promise<boolean>
  readonly openApiText: () => string
  readonly docsPage: () => string
  /** The address that links use, when it is configured. */
  readonly baseUrl: string | undefined
}

export const operation = operationFor<Context>()
