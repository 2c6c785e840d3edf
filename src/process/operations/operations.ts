import type { Calendars } from '../../calendars/index.ts'
import type { Apps } from '../../data/index.ts'
import type { Database } from '../../foundation/db/database.ts'
import type { Jobs } from '../../foundation/jobs/index.ts'
import type { Clock } from '../../foundation/kit/clock.ts'
import { newId } from '../../foundation/kit/ids.ts'
import type { Log } from '../../foundation/kit/log.ts'
import type { Caller } from '../../people/index.ts'
import type { Lists } from '../../query/index.ts'
import type { Address } from '../../solutions/index.ts'
import {
  type AnswersInLanguage,
  type CheckReferences,
  contextError,
  processNotFound,
  readProcessContext,
  type Templates,
} from '../definition/index.ts'
import { type RunningExecution, workQueue } from '../execution/index.ts'
import type { AdmitStart } from '../triggers/index.ts'
import { type Batches, createBatches } from './batches/batches.ts'
import { batchKinds, createInstanceBatches, type InstanceBatches } from './batches/instance-batches.ts'
import { Incidents } from './incidents/incidents.ts'
import type { InstanceAccess } from './instances/instance-access.ts'
import { Instances } from './instances/instances.ts'
import { Moves } from './moves/moves.ts'
import { RestorePoints } from './restore-points/restore-points.ts'
import { createStatistics, type Statistics } from './statistics/statistics.ts'

/** All actions of users on instances: reading, starting, changing, interrupting, moving and repairing instances. */
export interface InstanceWork {
  readonly instances: Instances
  readonly statistics: Statistics
  readonly moves: Moves
  readonly batches: Batches
  /** Batches on many instances. */
  readonly background: InstanceBatches
  readonly incidents: Incidents
  readonly restorePoints: RestorePoints
}

export interface InstanceWorkDeps {
  readonly database: Database
  readonly clock: Clock
  readonly log: Log
  readonly jobs: Jobs
  readonly lists: Lists
  readonly apps: Apps
  readonly templates: Templates
  /** Translates the texts of diagrams in answers. */
  readonly answers: AnswersInLanguage
  readonly access: InstanceAccess
  readonly calendars: Calendars
  readonly execution: RunningExecution
  readonly checkReferences: CheckReferences
  readonly admit: AdmitStart
}

export async function createInstanceWork(deps: InstanceWorkDeps): Promise<InstanceWork> {
  const { database, clock, jobs, templates, calendars, execution, access } = deps
  const { programs } = templates
  const { reader } = database
  const openTemplate = (caller: Caller, address: Address) => templates.open(caller, address, 'administer')
  const moves = new Moves({
    database,
    programs,
    execution,
    states: execution,
    environment: () => ({ now: new Date(clock.nowMs()), newId, ...calendars }),
    openTemplate,
    open: access.openAdministered,
    versionMissing: (_template, version) => processNotFound(`the process has no version ${version}`),
  })
  const batches = await createBatches({
    ...deps,
    kinds: batchKinds({ execution, moves, programs, reader: database.single }),
  })
  const { hiddenVariables: hidden } = templates.access
  const shared = { ...deps, programs, administered: access.administered, hidden }
  return {
    instances: new Instances(deps),
    statistics: createStatistics({ ...deps, reader }),
    moves,
    batches,
    background: createInstanceBatches({ ...shared, batches, moves, openTemplate }),
    incidents: new Incidents({
      ...shared,
      mayAdminister: access.mayAdminister,
      open: access.openRunning,
      async readChange(caller, { loaded }, values) {
        const variables = readProcessContext(loaded.program, values, { at: 'change' })
        const problems = await deps.checkReferences(caller, loaded.program, { values: variables })
        if (problems.length > 0) throw contextError(problems)
        return variables
      },
    }),
    restorePoints: new RestorePoints({
      ...shared,
      async resend(tx, job) {
        await jobs.enqueue(tx, workQueue, job)
        tx.afterCommit(async () => jobs.nudge(workQueue))
      },
    }),
  }
}
