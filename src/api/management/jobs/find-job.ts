import type { Apps } from '../../../data/index.ts'
import { jobNotFound, type TrackedJob } from '../../../foundation/jobs/index.ts'
import { nilId } from '../../../foundation/kit/ids.ts'
import type { Context } from '../../operation.ts'
import type { Job } from './job.ts'

type ImportStatus = Awaited<ReturnType<Apps['imports']['get']>>

/** A job of any kind, with the function that cancels the job. */
export interface FoundJob {
  readonly job: Job
  readonly cancel: () => Promise<unknown>
}

/** Finds a job of the caller. Administrators find the jobs of all users. Throws `job.not_found`. */
export async function findJob({ caller, jobs, apps }: Context, id: string): Promise<FoundJob> {
  const tracked = await jobs.find(caller, id)
  if (tracked !== undefined)
    return {
      job: { ...progressOf(tracked), result: (await jobs.shown(tracked, caller)) as Job['result'] },
      cancel: () => jobs.cancel(caller, id),
    }
  const imported = await apps.imports.find(caller, id)
  if (imported !== undefined) return { job: importJob(id, imported), cancel: () => apps.imports.cancel(caller, id) }
  throw jobNotFound(`job ${id.slice(0, 100)} not found`)
}

/** A job in a list: its progress, its application and the user who started it. */
export interface JobInList extends Omit<Job, 'result'> {
  readonly application: string | null
  readonly createdBy: string | null
}

/**
 * Returns the newest jobs of the caller: up to `size` imports and up to `size` other jobs. Administrators see the
 * jobs of all users.
 */
export async function jobsOf({ caller, jobs, apps }: Context, size: number): Promise<JobInList[]> {
  const [tracked, imports] = await Promise.all([jobs.list(caller, size), apps.imports.newest(caller, size)])
  return [
    ...tracked.map((job) => {
      const createdBy = job.createdBy === nilId ? null : job.createdBy
      return { ...progressOf(job), application: jobs.application(job), createdBy }
    }),
    ...imports.map(({ id, createdBy, status }) => {
      const { result: _, ...job } = importJob(id, status)
      return { ...job, application: status.application ?? null, createdBy }
    }),
  ]
}

function progressOf({ id, kind, state, total, processed, failed, problem }: TrackedJob): Omit<Job, 'result'> {
  return { id, kind: kind as Job['kind'], state, total, processed, failed, problem }
}

const importStates = { none: 'queued', running: 'running', done: 'done', undone: 'done', error: 'failed' } as const

function importJob(id: string, status: ImportStatus): Job {
  const { state, total, processed, failed, created, updated, unchanged, dryRun, reportUrl, errors } = status
  const first = state === 'error' ? errors[0] : undefined
  const isCancelled = first?.code === 'import.cancelled'
  return {
    ...{ id, kind: 'import', total, processed, failed },
    state: isCancelled ? 'cancelled' : importStates[state],
    problem: first === undefined || isCancelled ? null : { code: first.code ?? 'internal', message: first.message },
    result: { created, updated, unchanged, isDryRun: dryRun, ...(reportUrl !== null && { reportUrl }) },
  }
}
