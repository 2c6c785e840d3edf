import { join } from 'node:path'
import type { EventStreams } from '../api/event-streams/event-streams.ts'
import { type Calendars, createCalendars } from '../calendars/index.ts'
import {
  type Apps,
  createApps,
  createEvents,
  createImportRetention,
  createReports,
  type Reports,
  Storage,
} from '../data/index.ts'
import {
  type BlobStore,
  createFiles,
  createKeptBytes,
  type FileEventListener,
  type Files,
  openFileStore,
} from '../files/index.ts'
import type { Backups } from '../foundation/backup/index.ts'
import type { Config } from '../foundation/config/index.ts'
import type { Database } from '../foundation/db/database.ts'
import type { Jobs } from '../foundation/jobs/index.ts'
import type { Clock } from '../foundation/kit/clock.ts'
import type { Log } from '../foundation/kit/log.ts'
import { createRetention, type Retention } from '../foundation/retention/index.ts'
import { createModules, createWebhooks, type Modules, type Webhooks } from '../modules/index.ts'
import { AllUserSettings, createNotifications, loadCaller, type Notifications, People } from '../people/index.ts'
import { createProcesses, documentExpressions, type Processes, processReportsFolder } from '../process/index.ts'
import {
  createDocumentTemplates,
  createRegistry,
  createSheets,
  type DocumentTemplates,
  type Registry,
  recordReportsFolder,
  type Sheets,
} from '../records/index.ts'
import type { DefinitionKind } from '../solutions/index.ts'
import type { Closers } from './closers.ts'
import type { Foundations } from './foundations.ts'
import { createInstallationBackups } from './installation-backups.ts'
import { createLiveUpdates } from './live-updates.ts'
import type { StartOptions } from './platform.ts'

/** The rooms of the platform, which the operations of the API call. */
export interface Rooms {
  readonly people: People
  readonly userSettings: AllUserSettings
  readonly notifications: Notifications
  readonly files: Files
  readonly apps: Apps
  readonly registry: Registry
  readonly documentTemplates: DocumentTemplates
  readonly modules: Modules
  readonly webhooks: Webhooks
  readonly storage: Storage
  readonly sheets: Sheets
  readonly calendars: Calendars
  readonly processes: Processes
  readonly reports: Reports
  readonly backups: Backups
  readonly retention: Retention
  readonly eventStreams: EventStreams
}

export interface RoomOptions extends Pick<StartOptions, 'answerOutside' | 'passwordCost'> {
  readonly config: Config
  readonly kinds: readonly DefinitionKind[]
  /** Returns the address at which users reach this server. */
  readonly baseUrl: () => string
  readonly closers: Closers
}

/** Creates the rooms, each with the rooms it depends on, and registers their periodic jobs. */
export async function createRooms(
  foundations: Foundations,
  { config, kinds, baseUrl, closers, answerOutside, passwordCost }: RoomOptions,
): Promise<Rooms> {
  const { log, database, clock, jobs, lists, outbound } = foundations
  const { timeZone } = config
  const defaults = { language: config.language, timeZone }
  const people = new People({ database, clock, passwordCost, lists })
  closers.add(() => people.close())
  const userSettings = new AllUserSettings(database, clock, defaults)
  const notifications = await createNotifications({
    ...{ database, clock, log, jobs, lists, baseUrl, defaults },
    // Tests of processes must not reach the network, so they send no mail.
    mail: answerOutside === undefined ? config.mail : undefined,
    // The applications are created later in this function.
    seenElements: async (userId, elements) => {
      const caller = await loadCaller(database.reader, userId, '', new Date(clock.nowMs()))
      return caller === undefined ? new Set() : apps.elements.seen(caller, elements)
    },
  })
  closers.add(() => notifications.close())
  const { tell } = notifications
  const blobs = await openFileStore(config, log)
  const events = createEvents({ database, clock, log })
  const listeners: FileEventListener[] = [events.fileListener]
  const files = createFiles({
    ...{ database, clock, log, outbound, blobs, baseUrl, lists, listeners },
    folder: config.filesDir,
    ...config.files,
  })
  closers.add(() => files.close())
  const apps = await createApps({
    ...{ database, clock, log, files, events, jobs, lists, kinds, tell },
    defaultLanguage: config.language,
    secrets: Object.keys(config.secrets),
    fieldTablesFrom: config.fieldTablesFrom,
    areExpressionsStrict: config.areExpressionsStrict,
    membershipChanged: people.forget,
  })
  closers.add(() => apps.close())
  const { catalog, findFor } = apps
  const registry = createRegistry({ database, clock, lists, apps, timeZone, granted: people.forget })
  const documentTemplates = createDocumentTemplates({
    ...{ database, apps, files, clock, timeZone },
    language: documentExpressions,
    libreOffice: config.libreOffice,
  })
  const modules = createModules({ database, clock, catalog })
  const webhooks = await createWebhooks({ database, clock, log, jobs, lists, apps, outbound, notifications })
  const storage = new Storage(database, clock, catalog, modules.codes)
  const calendars = createCalendars({ definitions: catalog.snapshot, timeZone })
  const sheets = createSheets({
    ...{ database, clock, log, jobs, lists, files, apps, tell, timeZone },
    dueTimes: calendars.dueTimes,
  })
  listeners.push(sheets.fileListener)
  const processes = await createProcesses({
    ...{ database, clock, log, jobs, lists, outbound, baseUrl, timeZone, answerOutside },
    ...{ people, notifications, files, apps, registry, documentTemplates, modules, sheets, calendars },
    mail: config.mail,
    keep: config.retention,
    secrets: config.secrets,
    areExpressionsStrict: config.areExpressionsStrict,
  })
  closers.add(() => processes.close())
  const reports = await createReports({
    ...{ database, clock, lists, catalog, findFor },
    tables: [...registry.reportTables, ...processes.reportTables],
    builtIn: [recordReportsFolder, processReportsFolder],
    role: config.reportRole,
  })
  const backups = await createInstallationBackups({ config, database, clock, log, jobs, blobs, tell })
  const retention = await createInstallationRetention({ config, database, clock, log, jobs, blobs, processes })
  const { live, eventStreams } = createLiveUpdates({ database, clock, jobs, apps, processes })
  const { audit, idempotency } = foundations
  const periodic = [audit, idempotency, people, notifications, files, apps, sheets, registry, processes, live, webhooks]
  await Promise.all(periodic.flatMap((room) => [...room.periodic]).map(jobs.every))
  return {
    ...{ people, userSettings, notifications, files, apps, registry, documentTemplates, modules, webhooks },
    ...{ storage, sheets, calendars, processes, reports, backups, retention, eventStreams },
  }
}

/** Creates the retention of ended instances, imports and batches, with the days from the settings. */
async function createInstallationRetention({
  config,
  blobs,
  processes,
  ...deps
}: {
  readonly config: Config
  readonly blobs: BlobStore
  readonly processes: Processes
  readonly database: Database
  readonly clock: Clock
  readonly log: Log
  readonly jobs: Jobs
}): Promise<Retention> {
  const { database, clock } = deps
  const retention = await createRetention({
    ...deps,
    store: createKeptBytes({ database, clock, blobs, folder: join(config.filesDir, 'tmp') }),
    kinds: [...processes.retention, createImportRetention(config.retention.importDays)],
  })
  for (const job of retention.periodic) await deps.jobs.every(job)
  return retention
}
