import type { Database } from '../../../foundation/db/database.ts'
import type { Job, Jobs } from '../../../foundation/jobs/index.ts'
import type { Clock } from '../../../foundation/kit/clock.ts'
import type { Log } from '../../../foundation/kit/log.ts'
import { systemCaller } from '../../../people/index.ts'
import { faultFailure, faultLogged, isFault, maxAttempts } from '../advance/platform-fault.ts'
import { callOf, elementsOf, outcomeOf, toStimulus, workOf } from '../advance/run-work.ts'
import type { InputAlongside } from '../apply.ts'
import type { Delivered } from '../execution.ts'
import type { Opened } from '../instance.ts'
import { workQueue } from '../rows/group-rows.ts'
import type { InstanceFacts, Work, WorkOutcome } from '../work.ts'
import { readWork, type WorkRow } from './due.store.ts'

/** Maximum number of pieces of work that run at the same time on one node. */
const concurrency = 8

export interface OutsideWorkDeps {
  readonly database: Database
  readonly clock: Clock
  readonly log: Log
  readonly work: readonly Work[]
  readonly apply: (instance: string, input: InputAlongside) => Promise<Delivered>
}

interface WorkJob {
  readonly instance: string
  readonly wait: string
  readonly attempt: number
}

/**
 * Lets this node do the work that runs outside of transactions. A job that was interrupted runs again; the engine
 * itself decides about the next attempt of work that failed.
 */
export function handleOutsideWork(jobs: Jobs, deps: OutsideWorkDeps): Promise<void> {
  return jobs.work<WorkJob>(workQueue, (job) => handle(deps, job), {
    concurrency,
    retryLimit: 100_000,
    retryDelayMaxS: 60,
  })
}

async function handle({ database, clock, log, work, apply }: OutsideWorkDeps, job: Job<WorkJob>): Promise<void> {
  const { instance, wait, attempt } = job.data
  const row = await readWork(database.reader, instance, wait)
  const details = JSON.parse(String(row?.details ?? 'null')) as (Partial<Opened> & { readonly by: string }) | null
  if (row === undefined || details === null || details.attempt !== attempt) return
  const found = workOf(work, details)
  if (found?.place !== 'outside') throw new Error(`the action "${details.settings?.action}" does not run outside`)
  const caller = systemCaller(details.by)
  const opened = { wait, element: row.element, attempt, settings: details.settings ?? {}, input: details.input ?? {} }
  const call = callOf({ facts: factsOf(row) }, opened, { caller, now: new Date(clock.nowMs()), signal: job.signal })
  const outcome = await outcomeOf(() => found.run(call)).catch((error: unknown): WorkOutcome => {
    if (job.signal.aborted || job.attempt < maxAttempts || !isFault(error)) throw error
    log('error', faultLogged, { instance, wait, element: row.element, error })
    return { type: 'failed', ...faultFailure }
  })
  job.signal.throwIfAborted()
  const stimulus = toStimulus(opened, outcome)
  if (stimulus === undefined) return
  const delivered = await apply(instance, { stimulus, ...elementsOf(outcome), caller })
  if (delivered.outcome !== 'advanced' && delivered.outcome !== 'outdated')
    log('info', 'the result of work arrived after its activity had ended', { instance, wait, attempt })
}

function factsOf(row: WorkRow): InstanceFacts {
  const { instance: id, template, version, name, initiator, itemApp, item, target, parent } = row
  return {
    id,
    template,
    version,
    name,
    initiator,
    ...(itemApp !== null && item !== null && { item: { app: itemApp, id: item } }),
    ...(target !== null && { target }),
    ...(parent !== null && { parent }),
  }
}
