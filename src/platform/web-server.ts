import { createAuthenticate } from '../api/authenticate.ts'
import { createConsole } from '../api/console/console.ts'
import { createRunOnce } from '../api/idempotent-requests.ts'
import { mirroredOperations } from '../api/mirror.ts'
import type { Context } from '../api/operation.ts'
import { operations } from '../api/operations.ts'
import { getOpenApi } from '../api/system/operations.ts'
import type { Config } from '../foundation/config/index.ts'
import { databaseErrors } from '../foundation/db/failures.ts'
import type { Authenticate, OnRefused, RunOnce } from '../foundation/http/handler.ts'
import { createServer } from '../foundation/http/server.ts'
import { nilId } from '../foundation/kit/ids.ts'
import type { Log } from '../foundation/kit/log.ts'
import type { Closers } from './closers.ts'
import type { Foundations } from './foundations.ts'
import type { Observation } from './metrics.ts'
import type { StartOptions } from './platform.ts'
import { stopServing } from './serving.ts'

export interface WebServer {
  /** The server with all operations. It must not listen before it is connected. */
  readonly server: ReturnType<typeof createServer<Context>>
  /** The pages of the console; undefined for a server without pages. */
  readonly pages: ReturnType<typeof createConsole> | undefined
  /** Connects the server to the rooms that answer its requests. */
  connect(rooms: WebServerRooms): void
}

interface WebServerRooms {
  readonly foundations: Foundations
  readonly context: Omit<Context, 'caller'>
  readonly closers: Closers
}

interface WebServerDeps extends Pick<StartOptions, 'consoleFolder' | 'checkAnswers'> {
  readonly config: Config
  readonly log: Log
  readonly observation: Observation
}

/** The parts of the server that depend on the rooms. */
interface Connected {
  readonly authenticate: Authenticate<Context>
  readonly onRefused: OnRefused<Context>
  readonly runOnce: RunOnce<Context>
}

/**
 * Creates the HTTP server with all operations and the pages of the console. Its routes are compiled here, before the
 * rooms exist.
 */
export function createWebServer({
  config,
  log,
  observation,
  consoleFolder,
  checkAnswers = false,
}: WebServerDeps): WebServer {
  const pages = consoleFolder === undefined ? undefined : createConsole(consoleFolder, log)
  let connected: Connected
  const server = createServer<Context>({
    operations: [...operations, ...mirroredOperations],
    authenticate: (operation, request) => connected.authenticate(operation, request),
    log,
    onRefused: (context, refusal) => connected.onRefused(context, refusal),
    runOnce: (attempt) => connected.runOnce(attempt),
    ...observation.ofServer,
    userOf: ({ caller }) => (caller.userId === nilId ? undefined : caller.userId),
    commonErrors: databaseErrors,
    checkAnswers,
    trustedProxies: config.trustedProxies,
    site: pages,
    home: pages?.path ?? getOpenApi.path,
    moved: { '/docs': pages === undefined ? getOpenApi.path : `${pages.path}api` },
  })
  // An error of the preparation is ignored here, because `listen` throws the same error again.
  server.ready().then(undefined, () => {})
  return {
    server,
    pages,
    connect({ foundations: { audit, idempotency }, context, closers }) {
      connected = {
        authenticate: createAuthenticate(context.people, context),
        onRefused: ({ caller }, refusal) => audit.noteRefusal(caller, refusal),
        runOnce: createRunOnce(idempotency),
      }
      if (pages) closers.add(() => pages.close())
      closers.add(() => stopServing(server))
      // Event streams are closed first, because the server would wait for them.
      closers.add(() => context.eventStreams.close())
    },
  }
}
