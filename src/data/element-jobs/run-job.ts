import type { Database, Transaction } from '../../foundation/db/database.ts'
import { isConnectionTrouble } from '../../foundation/db/failures.ts'
import { PlatformError } from '../../foundation/kit/errors.ts'
import { type Caller, type Fact, loadCaller } from '../../people/index.ts'
import { runBulk } from './bulk/run-bulk.ts'
import { beginJob, type ElementJob, endJob, type JobEnd, jobById } from './element-jobs.store.ts'
import type { ElementJobsDeps } from './element-jobs-deps.ts'
import { userBlocked } from './errors.ts'
import { runExport } from './export/run-export.ts'

/** How long the file of an export is kept, in milliseconds. */
const fileRetentionMs = 24 * 60 * 60 * 1000

/**
 * Runs a job to its end; continues where an earlier run was interrupted. Throws when the run is interrupted or the
 * database is unavailable; the job then has to be run again.
 */
export async function runJob(deps: ElementJobsDeps, id: string, signal: AbortSignal): Promise<void> {
  const { database, clock, log } = deps
  const job = await beginJob(database.single, id, new Date(clock.nowMs()))
  if (job === undefined) return
  try {
    if (job.kind === 'bulk') {
      if (await runBulk(deps, job, () => callerOf(deps, job), signal)) await end(deps, job, { state: 'done' })
      return
    }
    const written = await runExport(deps, job, await callerOf(deps, job), signal)
    if (written === undefined) return
    const { file, uploadId } = written
    await end(deps, job, { state: 'done', file }, async (tx) => {
      await deps.files.pin(tx, uploadId, clock.nowMs() + fileRetentionMs)
    })
  } catch (error) {
    signal.throwIfAborted()
    await end(deps, job, { state: 'failed', problem: problemOf(error, job, log) })
  }
}

/** Ends a job and notifies its user, unless the job has already ended. */
async function end(
  { database, clock, tell }: ElementJobsDeps,
  { id }: ElementJob,
  how: Omit<JobEnd, 'at'>,
  also: (tx: Transaction) => Promise<void> = async () => {},
): Promise<void> {
  await database.transaction(async (tx) => {
    if (!(await endJob(tx, id, { ...how, at: new Date(clock.nowMs()) }))) return
    await also(tx)
    await tell(tx, [endFact((await jobById(tx, id))!)])
  })
}

/** Returns the notification about the end of a job, for the user who started the job. */
function endFact(job: ElementJob): Fact {
  const { id, kind, namespace, code, state, file, problem, processed, failed, createdBy } = job
  return {
    key: `job:${id}:end`,
    event: state === 'done' ? 'job.done' : 'job.failed',
    to: [createdBy],
    about: { type: 'job', id },
    details: {
      ...{ kind, application: `${namespace}.${code}`, processed, failed },
      ...{ file: file?.name ?? null, problem: problem?.message ?? null },
    },
  }
}

/** Returns the user of a job as a caller, with the rights that the user has now. */
async function callerOf(
  { database, clock }: { database: Database; clock: ElementJobsDeps['clock'] },
  { kind, createdBy }: ElementJob,
): Promise<Caller> {
  const operation = kind === 'bulk' ? 'changeElements' : 'exportElements'
  const caller = await loadCaller(database.reader, createdBy, operation, new Date(clock.nowMs()))
  if (caller === undefined) throw userBlocked('the user who started the job is blocked or removed')
  return caller
}

/** Returns the problem that the user sees. Rethrows errors that another attempt may overcome. */
function problemOf(error: unknown, { id }: ElementJob, log: ElementJobsDeps['log']): ElementJob['problem'] {
  if (isConnectionTrouble(error)) throw error
  if (error instanceof PlatformError) {
    if (error.status >= 500) throw error
    return { code: error.code, message: error.message }
  }
  log('error', 'a job on elements failed because of an internal error', { job: id, error })
  return { code: 'internal', message: 'the job failed because of an internal error; the server log has the details' }
}
