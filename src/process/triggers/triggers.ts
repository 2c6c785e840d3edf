import type { Calendars } from '../../calendars/index.ts'
import type { Apps } from '../../data/index.ts'
import type { Database } from '../../foundation/db/database.ts'
import type { Jobs, PeriodicJob } from '../../foundation/jobs/index.ts'
import type { Clock } from '../../foundation/kit/clock.ts'
import type { Log } from '../../foundation/kit/log.ts'
import type { Lists } from '../../query/index.ts'
import type { CheckReferences, Templates } from '../definition/index.ts'
import { DueLoop, type RunningExecution } from '../execution/index.ts'
import { Messages } from './messages/messages.ts'
import type { VisibleInstances } from './messages/reach.ts'
import {
  type AdmitStart,
  createAdmitStart,
  createForgetChains,
  createListStarts,
  createStartsFromElements,
  createStartTimers,
  hasStartsByElements,
  performPendingStart,
  type StartsFromElements,
  startByElementEvents,
  untilNextStartMs,
} from './starts/index.ts'
import { Timers } from './timers/timers.ts'

export interface Starts extends StartsFromElements {
  /** Lists the automatic starts of the newest version of a template. Requires the right `view`. */
  readonly list: ReturnType<typeof createListStarts>
}

/** Maximum time between two checks for due starts, in milliseconds. Another node may write such starts. */
const maxStartSleepMs = 1_000

/** Starts of instances, messages, signals and timers. */
export interface Starting {
  readonly starts: Starts
  readonly messages: Messages
  readonly timers: Timers
  /** Throws a 429 when the start limit of a template is reached. */
  readonly admit: AdmitStart
  readonly forgetChains: PeriodicJob
  begin(): void
  close(): Promise<void>
}

export interface StartingDeps {
  readonly database: Database
  readonly clock: Clock
  readonly log: Log
  readonly jobs: Jobs
  readonly lists: Lists
  readonly apps: Apps
  readonly templates: Templates
  readonly calendars: Calendars
  readonly execution: RunningExecution
  readonly checkReferences: CheckReferences
  readonly visibleInstances: VisibleInstances
}

export function createStarting({ jobs, ...deps }: StartingDeps): Starting {
  const { log, database, apps, templates, execution } = deps
  const { programs } = templates
  const admit = createAdmitStart(deps)
  const shared = { ...deps, programs, admit }
  /** Functions that each process one due row in a separate transaction and return whether there was one. */
  const steps: (() => Promise<boolean>)[] = [createStartTimers(deps), () => performPendingStart(shared)]
  const loop = new DueLoop({
    database,
    clock: deps.clock,
    log,
    untilNextMs: untilNextStartMs,
    async doDue(isClosed) {
      let found = false
      for (const step of steps) while (!isClosed() && (await step())) found = true
      return found
    },
    maxSleepMs: maxStartSleepMs,
    failed: 'starting due processes failed; the start is tried again',
  })
  jobs.followClock(loop)
  const messages = new Messages({ ...shared, wake: () => loop.wake() })
  steps.push(() => messages.continueBroadcast())
  execution.onThrown(messages.deliverThrown)
  const reader = apps.events.reader({
    name: 'process starts',
    publishedOnly: true,
    isNeeded: hasStartsByElements,
    async handle(tx, events) {
      await startByElementEvents(deps, tx, events)
      tx.afterCommit(async () => loop.wake())
    },
  })
  // The reader has no timers, so it has no next time; `settle` reads the events that exist.
  jobs.followClock({ untilNextMs: async () => undefined, settle: () => reader.settle() })
  return {
    starts: { ...createStartsFromElements(shared), list: createListStarts(deps) },
    messages,
    timers: new Timers({ ...deps, execution }),
    admit,
    forgetChains: createForgetChains(deps),
    begin() {
      loop.start()
      reader.start().catch((error) => log('error', 'element events do not start processes', { error }))
    },
    close: () => loop.close(),
  }
}
