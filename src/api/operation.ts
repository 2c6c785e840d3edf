import type { Apps, Reports, Storage } from '../data/index.ts'
import type { Files } from '../files/index.ts'
import type { Audit } from '../foundation/audit/index.ts'
import { closedSchema } from '../foundation/http/closed-schema.ts'
import { operationFor } from '../foundation/http/operation.ts'
import type { Clock } from '../foundation/kit/clock.ts'
import type { Modules } from '../modules/index.ts'
import type { Caller, Notifications, People } from '../people/index.ts'
import type { Processes } from '../process/index.ts'
import type { DocumentTemplates, Registry, Sheets } from '../records/index.ts'

/** Context of every handler: the caller, and the parts of the platform. */
export interface Context {
  readonly caller: Caller
  readonly apps: Apps
  readonly documentTemplates: DocumentTemplates
  readonly storage: Storage
  readonly modules: Modules
  readonly processes: Processes
  readonly sheets: Sheets
  readonly reports: Reports
  readonly registry: Registry
  readonly audit: Audit
  readonly people: People
  readonly notifications: Notifications
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

const declare = operationFor<Context>()

/**
 * Declares an operation. JSON bodies of the management API refuse unknown keys, because an ignored key looks like a
 * change that was made. The public API tolerates them, as existing clients expect.
 */
export const operation: typeof declare = (declaration) => {
  const declared = declare(declaration)
  const { path, body, input } = declared
  return path.startsWith('/api/v1/') && body === 'json' && input
    ? { ...declared, input: closedSchema(input) }
    : declared
}
