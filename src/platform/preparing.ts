import type { Context } from '../api/operation.ts'
import type { Database } from '../foundation/db/database.ts'
import type { Method } from '../foundation/http/operation.ts'
import type { createServer } from '../foundation/http/server.ts'
import type { Jobs } from '../foundation/jobs/index.ts'
import type { Processes } from '../process/index.ts'
import type { Sheets } from '../records/index.ts'
import type { AdminToken } from './administrator.ts'

/** A server that does not listen yet. */
export interface Preparing {
  readonly context: Omit<Context, 'caller'>
  readonly database: Database
  readonly adminToken: AdminToken | undefined
  /**
   * Starts the work of processes and sheets. The server calls this after its preparations; a second call has no
   * effect.
   */
  readonly begin: () => void
  /**
   * Processes the timers, reminders and other due rows of processes and sheets. Resolves when nothing is due at the
   * time of the clock.
   */
  readonly settle: () => Promise<void>
  /** Sends a request to the server and returns its answer. */
  readonly send: (request: {
    readonly method: Method
    readonly url: string
    readonly headers: Readonly<Record<string, string>>
    readonly payload?: Uint8Array | string
  }) => Promise<{ readonly status: number; readonly body: string }>
}

interface PreparingDeps extends Pick<Preparing, 'context' | 'database' | 'adminToken'> {
  readonly server: ReturnType<typeof createServer>
  readonly jobs: Jobs
  readonly processes: Processes
  readonly sheets: Sheets
}

/** Returns the functions and parts of a server that are available before the server listens. */
export function toPreparing({ server, jobs, processes, sheets, ...given }: PreparingDeps): Preparing {
  return {
    ...given,
    begin() {
      processes.start()
      sheets.followDocuments()
    },
    settle: jobs.settle,
    async send({ payload, headers, ...request }) {
      const { statusCode, body } = await server.inject({
        ...request,
        headers: { ...headers },
        ...(payload !== undefined && { payload: typeof payload === 'string' ? payload : Buffer.from(payload) }),
      })
      return { status: statusCode, body }
    },
  }
}
