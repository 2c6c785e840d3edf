import type { Database } from '../../db/database.ts'
import { isConnectionTrouble } from '../../db/failures.ts'
import type { Clock } from '../../kit/clock.ts'
import { PlatformError } from '../../kit/errors.ts'
import type { Log } from '../../kit/log.ts'
import { type JobEffect, type JobKind, JobLost, type JobProblem, type JobRun, type TrackedJob } from './job-kind.ts'
import { claimJob, deleteItems, endJob, lockRun, nextItems, saveProgress } from './tracked-jobs.store.ts'

export interface RunJobDeps {
  readonly database: Database
  readonly clock: Clock
  readonly log: Log
  readonly kinds: ReadonlyMap<string, JobKind>
}

/**
 * Runs a job to its end. A job whose run was interrupted is resumed here: the new run takes the job over with its
 * stored progress, and the kind continues after it. Throws when the run is interrupted or another attempt may
 * overcome an error; the queue then runs the job again.
 */
export async function runJob(deps: RunJobDeps, id: string, signal: AbortSignal): Promise<void> {
  const { database, clock, log, kinds } = deps
  const claimed = await claimJob(database.single, id, new Date(clock.nowMs()))
  if (claimed === undefined) return
  const kind = kinds.get(claimed.kind)
  if (kind === undefined) throw new Error(`there is no kind of job ${claimed.kind}`)
  const run = runOf(database, claimed, signal)
  try {
    const last = await kind.work(run)
    await end(deps, kind, run.job, last ?? (async () => ({})))
  } catch (error) {
    if (error instanceof JobLost) return
    signal.throwIfAborted()
    const problem = kind.problem ? kind.problem(error) : problemOf(error)
    if (problem === undefined) throw error
    if (problem.code === 'internal') log('error', 'a job failed because of an internal error', { job: id, error })
    await end(deps, kind, run.job, problem)
  }
}

function runOf(database: Database, claimed: TrackedJob, signal: AbortSignal): JobRun {
  let job = claimed
  return {
    get job() {
      return job
    },
    signal,
    items: (max) => nextItems(database.single, job, max),
    async commit(effect) {
      job = await database.transaction(async (tx) => {
        if ((await lockRun(tx, job)) !== 'running') throw new JobLost()
        return saveProgress(tx, job, await effect(tx))
      })
    },
    async record(progress) {
      job = await database.transaction(async (tx) => {
        if ((await lockRun(tx, job)) === undefined) throw new JobLost()
        return saveProgress(tx, job, progress)
      })
      if (job.state !== 'running') throw new JobLost()
    },
  }
}

/** Ends the job of a run with the last effect, or with a problem, unless it has already ended or was taken over. */
async function end(deps: RunJobDeps, kind: JobKind, job: TrackedJob, how: JobEffect | JobProblem): Promise<void> {
  const { database, clock } = deps
  await database.transaction(async (tx) => {
    if ((await lockRun(tx, job)) !== 'running') return
    const at = new Date(clock.nowMs())
    if (typeof how === 'function') await saveProgress(tx, job, await how(tx))
    const ended = await (typeof how === 'function'
      ? endJob(tx, job.id, { state: 'done', at })
      : endJob(tx, job.id, { state: 'failed', at, problem: how }))
    if (!kind.keepsItems) await deleteItems(tx, job.id)
    await kind.ended?.(tx, ended!)
  })
}

/** Returns the problem that the user sees; undefined for errors that another attempt may overcome. */
function problemOf(error: unknown): JobProblem | undefined {
  if (isConnectionTrouble(error)) return undefined
  if (!(error instanceof PlatformError))
    return { code: 'internal', message: 'the job failed because of an internal error; the server log has the details' }
  return error.status >= 500 ? undefined : { code: error.code, message: error.message }
}
