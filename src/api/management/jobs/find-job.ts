import { type Apps, type ElementJob, jobNotFound } from '../../../data/index.ts'
import type { Files } from '../../../files/index.ts'
import { nilId } from '../../../foundation/kit/ids.ts'
import type { RetentionRun } from '../../../foundation/retention/index.ts'
import type { Caller } from '../../../people/index.ts'
import type { Processes } from '../../../process/index.ts'
import type { Context } from '../../operation.ts'
import type { Job } from './job.ts'

type ImportStatus = Awaited<ReturnType<Apps['imports']['get']>>
type Batch = Awaited<ReturnType<Processes['batches']['get']>>

/** A job of any kind, with the function that cancels the job. */
export interface FoundJob {
  readonly job: Job
  readonly cancel: () => Promise<unknown>
}

/** Finds a job of the caller among all kinds. Administrators find the jobs of all users. Throws `job.not_found`. */
export async function findJob({ caller, apps, processes, files, retention }: Context, id: string): Promise<FoundJob> {
  const onElements = await apps.elementJobs.find(caller, id)
  if (onElements !== undefined)
    return { job: await elementJob(files, caller, onElements), cancel: () => apps.elementJobs.cancel(caller, id) }
  const imported = await apps.imports.find(caller, id)
  if (imported !== undefined) return { job: importJob(id, imported), cancel: () => apps.imports.cancel(caller, id) }
  const batch = await processes.batches.find(caller, id)
  if (batch !== undefined) return { job: batchJob(batch), cancel: () => processes.batches.cancel(caller, id) }
  const run = caller.administrator ? await retention.find(id) : undefined
  if (run !== undefined) return { job: retentionJob(run), cancel: () => retention.cancel(caller, id) }
  throw jobNotFound(`job ${id.slice(0, 100)} not found`)
}

/** A job in a list: its progress, its application and the user who started it. */
export interface JobInList extends Omit<Job, 'result'> {
  readonly application: string | null
  readonly createdBy: string | null
}

/** Returns the newest jobs of the caller, up to `size` of each kind. Administrators see the jobs of all users. */
export async function jobsOf({ caller, apps, processes, retention }: Context, size: number): Promise<JobInList[]> {
  const [onElements, imports, batches, runs] = await Promise.all([
    apps.elementJobs.list(caller, size),
    apps.imports.newest(caller, size),
    processes.batches.list(caller, size),
    caller.administrator ? retention.list(size) : [],
  ])
  return [
    ...onElements.map(({ id, kind, state, total, processed, failed, problem, ...job }) => {
      const { namespace, code, createdBy } = job
      const application = `${namespace}.${code}`
      return { id, kind, state, total, processed, failed, problem, application, createdBy }
    }),
    ...imports.map(({ id, createdBy, status }) => {
      const { result: _, ...job } = importJob(id, status)
      return { ...job, application: status.application ?? null, createdBy }
    }),
    ...batches.map((batch) => {
      const { result: _, ...job } = batchJob(batch)
      return { ...job, application: null, createdBy: batch.createdBy }
    }),
    ...runs.map((run) => {
      const { result: _, ...job } = retentionJob(run)
      return { ...job, application: null, createdBy: run.createdBy === nilId ? null : run.createdBy }
    }),
  ]
}

async function elementJob(files: Files, caller: Caller, job: ElementJob): Promise<Job> {
  const { id, kind, state, total, processed, changed, failed, failures, problem, settings } = job
  const counts = { id, kind, state, total, processed, failed, problem }
  if (kind === 'export') return { ...counts, result: await exportResult(files, caller, job) }
  const unchanged = processed - changed - failed
  return { ...counts, result: { changed, unchanged, isDryRun: settings.isDryRun === true, failures: [...failures] } }
}

/**
 * Returns the name, size and link of the file of an export; null without a file. Only the user who started the export
 * receives the link.
 */
async function exportResult(files: Files, caller: Caller, { file, createdBy }: ElementJob): Promise<Job['result']> {
  if (file === null) return null
  const { hash, name, bytes } = file
  // The file is removed after a day; the result then has no link.
  const url = createdBy === caller.userId ? await files.downloadLinks.ofHash(caller, hash).catch(() => null) : null
  return { name, bytes, ...(url !== null && { url }) }
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

const batchStates = {
  new: 'queued',
  executing: 'running',
  completed: 'done',
  completedWithErrors: 'done',
  cancelled: 'cancelled',
} as const

function batchJob({ id, kind, state, total, done, failed }: Batch): Job {
  return {
    ...{ id, kind, total, failed, problem: null },
    state: batchStates[state],
    processed: done + failed,
    result: { itemsUrl: `/api/v1/batches/${id}/items` },
  }
}

function retentionJob({ id, state, total, removed, kept, problem }: RetentionRun): Job {
  return {
    ...{ id, kind: 'retention', state, total, processed: removed + kept, failed: 0 },
    problem: problem === null ? null : { code: 'internal', message: problem },
    result: { removed, kept },
  }
}
