import type { Calendars } from '../calendars/index.ts'
import type { Apps, Reports, Storage } from '../data/index.ts'
import type { Files } from '../files/index.ts'
import type { Audit } from '../foundation/audit/index.ts'
import type { Backups } from '../foundation/backup/index.ts'
import type { Config, ShownSetting } from '../foundation/config/index.ts'
import type { Database } from '../foundation/db/database.ts'
import { closedSchema } from '../foundation/http/closed-schema.ts'
import { operationFor } from '../foundation/http/operation.ts'
import type { Jobs, TrackedJobs } from '../foundation/jobs/index.ts'
import type { Clock } from '../foundation/kit/clock.ts'
import type { Retention } from '../foundation/retention/index.ts'
import type { Modules, Webhooks } from '../modules/index.ts'
import type { AllUserSettings, Caller, Notifications, People } from '../people/index.ts'
import type { Processes } from '../process/index.ts'
import type { DocumentTemplates, Registry, Sheets } from '../records/index.ts'
import type { EventStreams } from './event-streams/event-streams.ts'

/** Facts about the running server that administrators can see. */
export interface SystemFacts {
  readonly startedAt: string
  readonly uptimeMs: number
  /** Version of Node.js. */
  readonly nodeVersion: string
  /** Memory of the process in bytes. */
  readonly memoryBytes: number
  readonly database: { readonly kind: Database['kind']; readonly version: string; readonly bytes: number }
  readonly files: { readonly store: 'folder' | 's3'; readonly bytes: number; readonly quota: number | null }
  readonly settings: readonly ShownSetting[]
}

/** The functions with which administrators inspect the queues of jobs and retry failed jobs. */
export interface QueueControl extends Pick<Jobs, 'overview'> {
  /** Gives a failed job one more attempt, and records it in the audit log. Throws `job.not_found`. */
  retryFailed(caller: Caller, id: string): Promise<void>
}

/** Context of every handler: the caller, and the parts of the platform. */
export interface Context {
  readonly caller: Caller
  readonly apps: Apps
  readonly documentTemplates: DocumentTemplates
  readonly storage: Storage
  readonly modules: Modules
  readonly webhooks: Webhooks
  readonly processes: Processes
  readonly sheets: Sheets
  readonly calendars: Calendars
  readonly reports: Reports
  readonly registry: Registry
  readonly audit: Audit
  readonly people: People
  readonly userSettings: AllUserSettings
  readonly notifications: Notifications
  readonly files: Files
  readonly backups: Backups
  readonly retention: Retention
  readonly eventStreams: EventStreams
  readonly clock: Clock
  readonly jobs: TrackedJobs
  readonly queues: QueueControl
  /** Describes the running server to an administrator. */
  readonly describeSystem: (caller: Caller) => Promise<SystemFacts>
  /** Returns the metrics in the text format of Prometheus. */
  readonly metricsText: () => Promise<string>
  /** Moves the clock and runs the jobs that are due by then; undefined when the clock cannot be moved. */
  readonly advanceClock: ((byMs: number) => Promise<void>) | undefined
  /** Whether the database responds. */
  readonly isReady: () => Promise<boolean>
  readonly openApiText: () => string
  readonly openApiGzipped: () => Uint8Array
  /** What assistants may do, from the setting MCP. */
  readonly mcp: Config['mcp']
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
