import type { Calendars } from '../calendars/index.ts'
import type { Apps, ReportTable } from '../data/index.ts'
import { Decisions } from '../decisions/index.ts'
import type { Files } from '../files/index.ts'
import type { MailSettings, RetentionSettings } from '../foundation/config/index.ts'
import type { Database } from '../foundation/db/database.ts'
import type { Jobs, PeriodicJob } from '../foundation/jobs/index.ts'
import type { Clock } from '../foundation/kit/clock.ts'
import type { Log } from '../foundation/kit/log.ts'
import type { Outbound } from '../foundation/outbound/index.ts'
import type { RetentionKind } from '../foundation/retention/index.ts'
import { createScripts } from '../foundation/sandbox/index.ts'
import type { Modules } from '../modules/index.ts'
import type { Caller, Notifications, People } from '../people/index.ts'
import type { Lists } from '../query/index.ts'
import type { DocumentTemplates, Registry, Sheets } from '../records/index.ts'
import {
  AnswersInLanguage,
  createCheckReferences,
  createEarlierOrigins,
  createProcessKind,
  ProcessScheme,
  Templates,
} from './definition/index.ts'
import { createExecution } from './execution/index.ts'
import {
  createBatchRetention,
  createInstanceAccess,
  createInstanceRetention,
  createInstanceWork,
  createProcessTables,
  createTryProcess,
  expiryOf,
  type InstanceWork,
  type ProcessFigures,
  processFigures,
  type TryProcess,
  visibleInstances,
} from './operations/index.ts'
import { armStarts, createStarting, type Messages, type Starts, seenInstances, type Timers } from './triggers/index.ts'
import {
  type AnswerOutside,
  callWork,
  continueAfterSheet,
  createCancelSheet,
  createDecisionWork,
  createElementWork,
  createFindPerformers,
  createFindTaskElement,
  createSheetWork,
  createTaskSupport,
  createTaskTemplates,
  notificationWork,
  type Secrets,
  scriptWork,
  Tasks,
} from './work/index.ts'

/** BPMN files as definitions of a solution. */
export const processKind = createProcessKind(armStarts)

/** Processes: templates, instances, tasks, and the stimuli of instances. */
export interface Processes extends InstanceWork {
  readonly templates: Templates
  /** Tries a BPMN file on the engine without storing anything. */
  readonly tryProcess: TryProcess
  readonly scheme: ProcessScheme
  readonly decisions: Decisions
  readonly starts: Starts
  readonly messages: Messages
  readonly timers: Timers
  /** Returns which of these instances a caller sees, by the condition of the list of instances. */
  readonly seenInstances: (caller: Caller, ids: readonly string[]) => Promise<ReadonlySet<string>>
  readonly tasks: Tasks
  /** The tables about processes that reports can read. */
  readonly reportTables: readonly ReportTable[]
  /** Returns figures for the monitoring of the installation. */
  figures(): Promise<ProcessFigures>
  /** How long ended instances and batches are kept. */
  readonly retention: readonly RetentionKind[]
  readonly periodic: readonly PeriodicJob[]
  /** Starts processing due rows. */
  start(): void
  close(): Promise<void>
}

export interface ProcessesDeps {
  readonly database: Database
  readonly clock: Clock
  readonly log: Log
  readonly jobs: Jobs
  readonly lists: Lists
  readonly people: People
  readonly notifications: Notifications
  readonly files: Files
  readonly apps: Apps
  /** Cases, and registrations in them. */
  readonly registry: Registry
  readonly documentTemplates: DocumentTemplates
  readonly modules: Modules
  readonly sheets: Sheets
  readonly calendars: Calendars
  readonly outbound: Outbound
  /** Returns the address of this installation, for links that are sent to other systems. */
  readonly baseUrl: () => string
  /** Time zone of the installation. */
  readonly timeZone: string
  /** Days for which ended instances and batches are kept. */
  readonly keep: Pick<RetentionSettings, 'instanceDays' | 'batchDays'>
  /** Mail server; undefined when mail cannot be sent. */
  readonly mail: MailSettings | undefined
  /** Secrets of activities by name. */
  readonly secrets: Secrets
  /** Whether a part of an expression that can only be null prevents publishing. */
  readonly areExpressionsStrict: boolean
  /** Answers in place of other systems; undefined except in tests of processes. */
  readonly answerOutside?: AnswerOutside | undefined
}

export async function createProcesses(deps: ProcessesDeps): Promise<Processes> {
  const { database, clock, log, jobs, lists, apps, people, sheets, registry, calendars } = deps
  const secrets = Object.keys(deps.secrets)
  const { areExpressionsStrict } = deps
  const templates = new Templates({
    ...{ database, clock, apps, armStarts, secrets, areExpressionsStrict },
    granted: people.forget,
  })
  const { programs } = templates
  const decisions = new Decisions(clock, apps.catalog, database.reader)
  const scripts = createScripts()
  const { tell } = deps.notifications
  const checkReferences = createCheckReferences(deps)
  const findPerformers = createFindPerformers(clock)
  const calendarOf = (template: string) => templates.catalog.byId(template)?.file.settings.calendar
  const taskSupport = createTaskSupport({ clock, tell, findPerformers, dueTimes: calendars.dueTimes, calendarOf })
  const execution = await createExecution({
    database,
    clock,
    log,
    jobs,
    programs,
    resolvePerformers: taskSupport.resolvePerformers,
    work: [
      createDecisionWork(decisions),
      scriptWork(scripts),
      notificationWork({ clock, tell, applicationById: apps.catalog.applicationById }),
      ...createElementWork({ ...deps, applicationById: apps.catalog.applicationById }),
      createSheetWork({ sheets, findPerformers, applicationById: apps.catalog.applicationById, calendarOf }),
      ...callWork({
        ...deps,
        programs,
        reader: database.single,
        moduleActivity: deps.modules.activity,
        expiryOf: (instance, wait) => expiryOf(database.single, instance, wait),
      }),
    ],
    dueHandlers: [taskSupport.timers, createCancelSheet(sheets)],
    factsWritten: () => deps.notifications.wake(),
    calendars,
  })
  sheets.onEnd(continueAfterSheet(execution))
  const access = createInstanceAccess(database.reader, templates)
  const starting = createStarting({
    ...deps,
    ...{ templates, calendars, execution, checkReferences },
    visibleInstances: (caller) => visibleInstances(access.templates, caller),
  })
  const taskTemplates = createTaskTemplates(templates)
  const answers = new AnswersInLanguage(templates.catalog)
  const tasks = new Tasks({
    ...{ database, clock, lists, programs, execution, checkReferences, tell, sheets, registry, answers },
    templates: taskTemplates,
    findElement: createFindTaskElement(apps, deps.files),
    findFor: apps.findFor,
  })

  const instanceWork = await createInstanceWork({
    ...deps,
    ...{ templates, answers, access, calendars, execution, checkReferences },
    admit: starting.admit,
  })
  return {
    starts: starting.starts,
    messages: starting.messages,
    timers: starting.timers,
    async seenInstances(caller, ids) {
      if (caller.administrator || ids.length === 0) return new Set(ids)
      return seenInstances(database.reader, ids, visibleInstances(access.templates, caller))
    },
    templates,
    tryProcess: createTryProcess({
      ...{ apps, clock, calendars, reader: database.reader },
      work: [createDecisionWork(decisions), scriptWork(scripts)],
    }),
    scheme: new ProcessScheme(database, apps, templates),
    decisions,
    ...instanceWork,
    tasks,
    reportTables: createProcessTables({ reader: database.reader, templates }),
    figures: () => processFigures(database.reader),
    retention: [
      createInstanceRetention(database.reader, deps.keep.instanceDays),
      createBatchRetention(deps.keep.batchDays),
    ],
    periodic: [
      starting.forgetChains,
      createEarlierOrigins({
        database,
        log,
        programOf: async (reader, template, version) => (await programs.get(reader, template, version)).loaded.program,
      }),
    ],
    start() {
      execution.begin()
      starting.begin()
    },
    async close() {
      await starting.close()
      await execution.close()
      await scripts.close()
    },
  }
}
