import type { Database } from '../../foundation/db/database.ts'
import type { Jobs } from '../../foundation/jobs/index.ts'
import type { Clock } from '../../foundation/kit/clock.ts'
import type { Log } from '../../foundation/kit/log.ts'
import type { Programs } from '../definition/index.ts'
import type { Environment } from '../engine/index.ts'
import type { DueHandler, ResolvePerformers } from './execution.ts'
import type { Work } from './work.ts'

export interface ExecutionDeps {
  readonly database: Database
  readonly clock: Clock
  readonly log: Log
  readonly jobs: Jobs
  readonly programs: Programs
  readonly resolvePerformers: ResolvePerformers
  readonly work: readonly Work[]
  /** Called after a commit that has written facts for users, such as new tasks. */
  readonly factsWritten?: () => void
  /** Working time and cron expressions. Timers that need them fail if absent. */
  readonly calendars?: Pick<Environment, 'addWorkingTime' | 'nextCron' | 'timeZone'>
  /** Handlers for due rows, by kind. */
  readonly dueHandlers?: readonly DueHandler[]
}
