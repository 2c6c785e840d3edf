import { createDocuments } from '../api/documents.ts'
import { operations } from '../api/operations.ts'
import type { Config } from '../foundation/config/index.ts'
import { writeUrl } from '../foundation/db/embedded/lock.ts'
import { isMovable } from '../foundation/kit/clock.ts'
import { createLog } from '../foundation/kit/log.ts'
import { toStartFailure } from '../foundation/kit/start-failure.ts'
import { prepareAdministrator } from './administrator.ts'
import { createClosers } from './closers.ts'
import { openFoundations } from './foundations.ts'
import { kinds } from './kinds.ts'
import { observe } from './metrics.ts'
import type { Platform, StartOptions } from './platform.ts'
import { toPreparing } from './preparing.ts'
import { createQueueControl } from './queue-control.ts'
import { createRooms } from './rooms.ts'
import { addressOf, backlog } from './serving.ts'
import { createSystem } from './system.ts'
import { createWebServer } from './web-server.ts'

export type { AdminToken } from './administrator.ts'
export { kinds } from './kinds.ts'
export type { Platform, StartOptions } from './platform.ts'
export type { Preparing } from './preparing.ts'

/**
 * Starts the platform: foundations → rooms → HTTP server. Resolves when the server answers requests and its
 * background work has started. Throws an error with a message for the operator when the disk is full, the data folder
 * cannot be used or the port is in use.
 */
export async function startPlatform(config: Config, options: StartOptions = {}): Promise<Platform> {
  const log = createLog(config.logLevel)
  const closers = createClosers()
  let url = ''
  const baseUrl = (): string => config.baseUrl ?? url
  try {
    const observation = await observe(config, log)
    // The web server is created before the wait for the database, which may already be opening in its own thread.
    const web = createWebServer({ ...options, config, log, observation })
    const foundations = await openFoundations(config, options, { closers, log, observation })
    const { database, clock, audit, jobs } = foundations
    const rooms = await createRooms(foundations, { kinds, ...options, config, baseUrl, closers })
    const { people, files, apps, processes, sheets, webhooks, backups } = rooms
    // Jobs use all rooms, so the jobs stop before the rooms are closed.
    closers.add(() => jobs.close())
    // Nodes that start together on an empty database create one administrator.
    const adminToken = await database.alone(() => prepareAdministrator(config, database, people))
    const context = {
      ...rooms,
      audit,
      clock,
      jobs: jobs.tracked,
      queues: createQueueControl({ database, jobs }),
      metricsText: observation.text,
      describeSystem: createSystem({ config, database, clock, files }),
      advanceClock: config.testClock && isMovable(clock) ? jobs.advanceClock : undefined,
      mcp: config.mcp,
      baseUrl: config.baseUrl,
      isReady: () => database.isReady(),
      ...createDocuments(operations, config.baseUrl),
    }
    const { server, pages } = web
    web.connect({ foundations, context, closers })
    const folders = { DATA_DIR: config.dataDir, FILES_DIR: config.filesDir, BACKUP_DIR: config.backups.folder }
    await observation.measure({ jobs, audit, files, processes, webhooks, backups, database, folders }, config.metrics)
    const preparing = toPreparing({ context, database, adminToken, server, jobs, processes, sheets })
    const { prepare } = options
    // Nodes that start together deploy the sample once.
    if (prepare) await database.alone(() => prepare(preparing))
    await server.listen({ host: config.host, port: config.port, backlog })
    url = addressOf(server, config.host)
    writeUrl(config.dataDir, url)
    const consoleUrl = pages && `${baseUrl()}${pages.path}`
    const { close } = closers
    const platform = { url, consoleUrl, context, database, adminToken, close, [Symbol.asyncDispose]: close }
    await options.announce?.(platform)
    // The server answers requests while this work runs.
    void pages?.start()
    await jobs.start()
    files.texts.start()
    apps.fieldTables.start()
    preparing.begin()
    webhooks.start()
    return platform
  } catch (error) {
    await closers.close()
    throw toStartFailure(error, config)
  }
}
