import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { createAuthenticate } from '../api/authenticate.ts'
import { createDocuments } from '../api/documents.ts'
import { createRunOnce } from '../api/idempotent-requests.ts'
import type { Context } from '../api/operation.ts'
import { operations } from '../api/operations.ts'
import { readDocs } from '../api/system/read-docs.ts'
import { createApps, createEvents, createReports, createStorage } from '../data/index.ts'
import { createFiles, type FileEventListener, openS3Blobs } from '../files/index.ts'
import { createAudit } from '../foundation/audit/index.ts'
import type { Config } from '../foundation/config/index.ts'
import { moveDatabaseClock } from '../foundation/db/clock.store.ts'
import type { Database } from '../foundation/db/database.ts'
import { writeUrl } from '../foundation/db/embedded/lock.ts'
import { databaseErrors } from '../foundation/db/failures.ts'
import { openStore, type Store } from '../foundation/db/open-store.ts'
import type { OnRefused } from '../foundation/http/handler.ts'
import { createServer } from '../foundation/http/server.ts'
import { createIdempotency } from '../foundation/idempotency/index.ts'
import { createJobs } from '../foundation/jobs/index.ts'
import { createMovableClock, isMovable, type MovableClock, systemClock } from '../foundation/kit/clock.ts'
import { createLog } from '../foundation/kit/log.ts'
import { toStartFailure } from '../foundation/kit/start-failure.ts'
import { createOutbound } from '../foundation/outbound/index.ts'
import { createModules } from '../modules/index.ts'
import { createNotifications, createPeople, type HashCost } from '../people/index.ts'
import { type AnswerOutside, createProcesses, documentExpressions, processReportsFolder } from '../process/index.ts'
import { createLists } from '../query/index.ts'
import { createDocumentTemplates, createRegistry, createSheets } from '../records/index.ts'
import type { DefinitionKind } from '../solutions/index.ts'

import { type AdminToken, prepareAdministrator } from './administrator.ts'
import { kinds } from './kinds.ts'

export type { AdminToken } from './administrator.ts'

export interface Platform extends AsyncDisposable {
  /** Address `http://HOST:PORT`; available once the server listens. */
  readonly url: string
  readonly context: Omit<Context, 'caller'>
  readonly database: Database
  /** Administrator's token; absent when the data folder does not hold it, as on a second node of the same database. */
  readonly adminToken: AdminToken | undefined
  close(): Promise<void>
}

export interface StartOptions {
  /** A store that is already being opened. The platform closes it. */
  readonly opening?: Promise<Store>
  /** Runs before the server listens, so that clients never see unfinished preparations. */
  readonly prepare?: (platform: Pick<Platform, 'context' | 'database'>) => Promise<void>
  /** The kinds of definitions that solutions may contain; by default those of `kinds.ts`. */
  readonly kinds?: readonly DefinitionKind[]
  /** Whether answers are compared with their declarations; for tests. */
  readonly checkAnswers?: boolean
  /** The clock to use instead of the system's, for tests of processes. It is already at the time of the start. */
  readonly clock?: MovableClock
  /** Answers in place of other systems, so that tests of processes reach no network. */
  readonly answerOutside?: AnswerOutside
  /** Cost of password hashes; for tests. */
  readonly passwordCost?: HashCost
}

/**
 * Starts the platform: config → database → rooms → api → http. Resolves when the server listens. Throws an error with a
 * message for the operator when the disk is full, the data folder cannot be used or the port is in use.
 */
export async function startPlatform(
  config: Config,
  {
    opening,
    prepare,
    kinds: definitionKinds = kinds,
    checkAnswers = false,
    clock: givenClock,
    answerOutside,
    passwordCost,
  }: StartOptions = {},
): Promise<Platform> {
  const log = createLog(config.logLevel)
  const closers: (() => Promise<unknown> | unknown)[] = []
  const close = async (): Promise<void> => {
    for (const closer of closers.splice(0).reverse()) await closer()
  }
  try {
    const store = await (opening ?? openStore({ ...config, log }))
    closers.push(() => store.close())
    const { database } = store
    const clock = givenClock ?? (config.testClock ? createMovableClock() : systemClock)
    // A server that was stopped with a moved clock left the database's time ahead.
    await moveDatabaseClock(database.single, givenClock?.aheadMs() ?? 0)
    const audit = await createAudit({ database, clock, log })
    closers.push(() => audit.close())
    const idempotency = createIdempotency({ database, clock })
    const jobs = await createJobs({ database, clock, log })
    closers.push(() => jobs.close())
    const lists = createLists(database.reader)
    const people = createPeople({ database, clock, passwordCost, lists })
    closers.push(() => people.close())
    const outbound = createOutbound({ allow: config.outboundAllow, ports: config.outboundPorts })
    closers.push(() => outbound.close())
    let url = ''
    const baseUrl = (): string => config.baseUrl ?? url
    const notifications = await createNotifications({
      database,
      clock,
      log,
      jobs,
      lists,
      // Tests of processes reach no network.
      mail: answerOutside === undefined ? config.mail : undefined,
      baseUrl,
      defaults: { language: config.language, timeZone: config.timeZone },
    })
    closers.push(() => notifications.close())
    const blobs = config.s3 && (await openS3Blobs(config.s3, log))
    const folder = join(config.dataDir, 'files')
    const events = createEvents({ database, clock, log })
    const listeners: FileEventListener[] = [events.fileListener]
    const files = createFiles({
      database,
      clock,
      log,
      outbound,
      folder,
      blobs,
      baseUrl,
      lists,
      listeners,
      ...config.files,
    })
    closers.push(() => files.close())
    const apps = await createApps({
      database,
      clock,
      log,
      files,
      events,
      jobs,
      lists,
      kinds: definitionKinds,
      secrets: Object.keys(config.secrets),
      tell: notifications.tell,
      membershipChanged: people.forget,
    })
    closers.push(() => apps.close())
    const { timeZone } = config
    const registry = createRegistry({ database, clock, lists, apps, timeZone, granted: people.forget })
    const documentTemplates = createDocumentTemplates({
      database,
      apps,
      files,
      clock,
      language: documentExpressions,
      timeZone,
      libreOffice: config.libreOffice,
    })
    const modules = createModules({ database, clock, catalog: apps.catalog })
    const storage = createStorage({ database, clock, catalog: apps.catalog, modules: modules.codes })
    const sheets = createSheets({
      tell: notifications.tell,
      database,
      clock,
      lists,
      files,
      apps,
      // Calendars belong to processes, which are created later.
      dueTimes: {
        dueAt: (...given) => processes.dueTimes.dueAt(...given),
        before: (...given) => processes.dueTimes.before(...given),
      },
    })
    listeners.push(sheets.fileListener)
    const processes = await createProcesses({
      database,
      clock,
      log,
      jobs,
      lists,
      people,
      notifications,
      files,
      apps,
      registry,
      documentTemplates,
      modules,
      sheets,
      outbound,
      baseUrl,
      timeZone,
      mail: config.mail,
      secrets: config.secrets,
      answerOutside,
    })
    closers.push(() => processes.close())
    const reports = await createReports({
      database,
      clock,
      lists,
      catalog: apps.catalog,
      findFor: apps.findFor,
      tables: processes.reportTables,
      builtIn: [processReportsFolder],
      role: config.reportRole,
    })
    const rooms = [audit, idempotency, people, notifications, files, apps, sheets, registry, processes]
    for (const room of rooms) for (const job of room.periodic) await jobs.every(job)
    // Jobs use all rooms, so they stop first.
    closers.push(() => jobs.close())
    const adminToken = await prepareAdministrator(config, database, people)

    const documents = createDocuments(operations, config.baseUrl)
    const context = {
      apps,
      documentTemplates,
      storage,
      modules,
      processes,
      sheets,
      reports,
      registry,
      audit,
      people,
      notifications,
      files,
      clock,
      advanceClock: isMovable(clock) ? jobs.advanceClock : undefined,
      baseUrl: config.baseUrl,
      isReady: () => database.isReady(),
      ...documents,
    }
    const { trustedProxies } = config
    const authenticate = createAuthenticate(people, context)
    const onRefused: OnRefused<Context> = ({ caller }, refusal) => audit.noteRefusal(caller, refusal)
    const server = createServer({
      operations,
      authenticate,
      log,
      onRefused,
      runOnce: createRunOnce(idempotency),
      commonErrors: databaseErrors,
      checkAnswers,
      trustedProxies,
      home: readDocs.path,
    })
    closers.push(() => stopServing(server))
    await prepare?.({ context, database })
    await server.listen({ host: config.host, port: config.port, backlog })
    url = addressOf(server, config.host)
    writeUrl(config.dataDir, url)
    await jobs.start()
    files.texts.start()
    apps.startIndexes()
    processes.start()
    return { url, context, database, adminToken, close, [Symbol.asyncDispose]: close }
  } catch (error) {
    await close()
    throw toStartFailure(error, config)
  }
}

/** Listen backlog. The kernel drops further connections, and clients retry them after a second. */
const backlog = 4096

/**
 * Stops the server: running requests end, idle connections close. Cuts the rest after 5 s, so that time is left for
 * jobs.
 */
async function stopServing(server: FastifyInstance): Promise<void> {
  const cut = setTimeout(() => server.server.closeAllConnections(), 5_000)
  await server.close()
  clearTimeout(cut)
}

function addressOf(server: FastifyInstance, host: string): string {
  const address = server.server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}
