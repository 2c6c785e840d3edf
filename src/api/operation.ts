import type { Apps } from '../data/index.ts'
import type { Files } from '../files/index.ts'
import type { Audit } from '../foundation/audit/index.ts'
import { operationFor } from '../foundation/http/operation.ts'
import type { Clock } from '../foundation/kit/clock.ts'
import type { Caller, People } from '../people/index.ts'

/** Context of every handler: the caller, and the parts of the platform. */
export interface Context {
  readonly caller: Caller
  readonly apps: Apps
  readonly audit: Audit
  readonly people: People
  readonly files: Files
  readonly clock: Clock
  /** Moves the clock and runs the jobs that are due by then; undefined when the clock cannot be moved. */
  readonly advanceClock: ((byMs: number) => Promise<void>) | undefined
  /** Whether the database responds. */
  readonly isReady: () => Promise<boolean>
  readonly openApiText: () => string
  readonly docsPage: () => string
  /** The base URL of links, from the setting BASE_URL. */
  readonly baseUrl: string | undefined
}

export const operation = operationFor<Context>()
