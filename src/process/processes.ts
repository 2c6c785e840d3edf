import type { Apps } from '../data/index.ts'
import type { Files } from '../files/index.ts'
import type { Database } from '../foundation/db/database.ts'
import type { Jobs, PeriodicJob } from '../foundation/jobs/index.ts'
import type { Clock } from '../foundation/kit/clock.ts'
import { newId } from '../foundation/kit/ids.ts'
import type { Log } from '../foundation/kit/log.ts'
import type { Outbound } from '../foundation/outbound/index.ts'
import type { Caller, People } from '../people/index.ts'
import type { Lists } from '../query/index.ts'
import type { Address } from '../solutions/index.ts'
import {
  type Batches,
  batchKinds,
  createBatches,
  createInstanceBatches,
  type InstanceBatches,
} from './batches/index.ts'
import { type Calendars, createCalendars } from './calendars/index.ts'
import { scriptWork } from './calls/index.ts'
import { readProcessContext } from './context/index.ts'
import { createDecisionWork } from './decision-work.ts'
import { createDecisions, type Decisions } from './decisions/index.ts'
import { createExecution, workQueue } from './execution/index.ts'
import { createIncidents, type Incidents } from './incidents/index.ts'
import { createInstanceAccess, createInstances, type Instances } from './instances/index.ts'
import type { Messages } from './messages/index.ts'
import { createMoves, type Moves } from './moves/index.ts'
import { createRestorePoints, type RestorePoints } from './restore-points/index.ts'
import { createScripts } from './scripts/index.ts'
import { createStarting, type Starts } from './starting.ts'
import { armStarts } from './starts/index.ts'
import { createStatistics, type Statistics } from './statistics/index.ts'
import { createTaskSupport } from './tasks/index.ts'
import {
  createProcessKind,
  createProcessScheme,
  createTemplates,
  type ProcessScheme,
  processNotFound,
  type Templates,
} from './templates/index.ts'
import type { Timers } from './timers/index.ts'

/** BPMN files as definitions of a solution. */
export const processKind = createProcessKind(armStarts)

/** Processes: templates, instances, tasks, and everything that makes instances advance. */
export interface Processes {
  readonly templates: Templates
  readonly scheme: ProcessScheme
  readonly calendars: Calendars
  readonly decisions: Decisions
  readonly starts: Starts
  readonly messages: Messages
  readonly timers: Timers
  readonly instances: Instances
  readonly statistics: Statistics
  readonly moves: Moves
  readonly batches: Batches
  readonly background: InstanceBatches
  readonly incidents: Incidents
  readonly restorePoints: RestorePoints
  readonly periodic: readonly PeriodicJob[]
  /** Begins to work on what is due. */
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
  readonly files: Files
  readonly apps: Apps
  readonly outbound: Outbound
  /** The address of this installation, for the links that other systems get. */
  readonly baseUrl: () => string
  /** Time zone of the installation. */
  readonly timeZone: string
}

export async function createProcesses(deps: ProcessesDeps): Promise<Processes> {
  const { database, clock, log, jobs, apps, people } = deps
  const templates = createTemplates({ database, clock, apps, armStarts, granted: people.forget })
  const { programs } = templates
  const calendars = createCalendars({ definitions: apps.catalog.snapshot, timeZone: deps.timeZone })
  const decisions = createDecisions({ catalog: apps.catalog, reader: database.reader, clock })
  const instanceAccess = createInstanceAccess(database.reader, templates)
  const scripts = createScripts()
  const tasks = createTaskSupport({ clock, addWorkingTime: calendars.addWorkingTime })
  const execution = await createExecution({
    database,
    clock,
    log,
    jobs,
    programs,
    resolvePerformers: tasks.resolvePerformers,
    work: [createDecisionWork(decisions), scriptWork(scripts)],
    deliverThrown: (tx, event) => starting.messages.deliverThrown(tx, event),
    dueHandlers: [tasks.timers],
    calendars,
  })
  const starting = createStarting({ ...deps, templates, calendars, execution })

  const openTemplate = (caller: Caller, address: Address) => templates.open(caller, address, 'administer')
  const moves = createMoves({
    database,
    programs,
    execution,
    states: execution,
    environment: () => ({ now: new Date(clock.nowMs()), newId, ...calendars }),
    openTemplate,
    open: instanceAccess.openAdministered,
    versionMissing: (_template, version) => processNotFound(`the process has no version ${version}`),
  })
  const batches = await createBatches({
    database,
    clock,
    log,
    jobs,
    kinds: batchKinds({ execution, moves, programs, reader: database.single }),
  })

  return {
    starts: starting.starts,
    messages: starting.messages,
    timers: starting.timers,
    templates,
    scheme: createProcessScheme({ database, apps, templates }),
    calendars,
    decisions,
    instances: createInstances({ ...deps, templates, execution, admit: starting.admit, access: instanceAccess }),
    moves,
    batches,
    background: createInstanceBatches({ batches, moves, openTemplate }),
    incidents: createIncidents({
      ...deps,
      programs,
      execution,
      ...instanceAccess,
      open: instanceAccess.openRunning,
      readChange: async ({ loaded }, values) => readProcessContext(loaded.program, values, { at: 'change' }),
    }),
    restorePoints: createRestorePoints({
      ...deps,
      programs,
      execution,
      administered: instanceAccess.administered,
      async resend(tx, job) {
        await jobs.enqueue(tx, workQueue, job)
      },
    }),
    statistics: createStatistics({ ...deps, reader: database.reader, templates }),
    periodic: [],
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
