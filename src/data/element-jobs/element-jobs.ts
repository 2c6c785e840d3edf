import { once } from 'node:events'
import { recordAudit } from '../../foundation/audit/index.ts'
import type { Sql } from '../../foundation/db/sql.ts'
import { rehearse } from '../../foundation/db/unit-of-work.ts'
import type { PeriodicJob } from '../../foundation/jobs/index.ts'
import { isUuid, newId } from '../../foundation/kit/ids.ts'
import type { Caller } from '../../people/index.ts'
import { readListRequest } from '../../query/index.ts'
import { rightMissing } from '../elements/rights/refusals.ts'
import type { ApplicationAddress } from '../elements/source/opened-application.ts'
import type { ExportFormat } from '../reports/export/stream-table.ts'
import { type BulkAction, checkBulkAction } from './bulk/bulk-action.ts'
import { type BulkOutcome, changeElements } from './bulk/change-elements.ts'
import {
  countOpen,
  deleteJobs,
  type ElementJob,
  endJob,
  insertJob,
  jobById,
  type NewJob,
  newestJobs,
} from './element-jobs.store.ts'
import type { ElementJobsDeps } from './element-jobs-deps.ts'
import { jobEnded, jobNotFound, tooManyJobs, tooManySelected } from './errors.ts'
import { exportColumns } from './export/export-columns.ts'
import { runJob } from './run-job.ts'
import { type Selection, selectElements } from './selection.ts'

const queue = 'element-jobs'
/** The maximum number of elements that a bulk action changes within the request instead of in the background. */
export const maxAtOnce = 200
/** The maximum number of elements of a bulk action, and of an export. */
const maxSelected = { bulk: 100_000, export: 1_000_000 }
/** The maximum number of unfinished jobs of one user. */
const maxOpenJobs = 20
/** How long a job is kept after its end, in milliseconds. */
const retentionMs = 7 * 24 * 60 * 60 * 1000
const cleanEveryMs = 24 * 60 * 60 * 1000

export interface BulkRequest extends Selection {
  readonly action: BulkAction
  /** Whether all changes are rolled back, so that the result only shows what would happen. */
  readonly isDryRun?: boolean
}

export interface ExportRequest extends Selection {
  /** The codes of the fields that become columns, in their order. */
  readonly fields?: readonly string[]
  readonly format?: ExportFormat
}

/** The result of a bulk action that ran within the request, or the id of the job that runs the action. */
export type BulkAnswer =
  | { readonly jobId: null; readonly total: number; readonly outcome: BulkOutcome }
  | { readonly jobId: string; readonly total: number; readonly outcome: undefined }

/**
 * Actions on many elements. Long actions run in the background; each part uses the rights that the user has at that
 * time.
 */
export interface ElementJobs {
  /** Changes the selected elements: up to `maxAtOnce` within the request in one transaction, more in the background. */
  bulk(caller: Caller, address: ApplicationAddress, request: BulkRequest): Promise<BulkAnswer>
  /** Writes the selected elements into a file in the background. */
  export(caller: Caller, address: ApplicationAddress, request: ExportRequest): Promise<{ jobId: string; total: number }>
  /** Returns a job of the caller; undefined when there is none. Administrators see all jobs. */
  find(caller: Caller, id: string): Promise<ElementJob | undefined>
  /** Returns at most `size` jobs, newest first: for administrators those of all users, for others their own. */
  list(caller: Caller, size: number): Promise<readonly ElementJob[]>
  /** Cancels a job. Elements that are already changed stay changed. Throws `job.not_found` and `job.ended`. */
  cancel(caller: Caller, id: string): Promise<ElementJob>
  readonly periodic: readonly PeriodicJob[]
  close(): Promise<void>
}

export async function createElementJobs(deps: ElementJobsDeps): Promise<ElementJobs> {
  const { database, clock, jobs, open } = deps
  const now = () => new Date(clock.nowMs())
  const closing = new AbortController()
  const running = new Set<Promise<void>>()

  await jobs.work<{ job: string }>(
    queue,
    async ({ data, signal }) => {
      const run = runJob(deps, data.job, AbortSignal.any([signal, closing.signal]))
      const ended = run.catch(() => {})
      running.add(ended)
      try {
        await run
      } catch (error) {
        // An error before the queue has stopped would count as a failed attempt of the job, so wait for the queue's
        // signal.
        if (closing.signal.aborted && !signal.aborted) await once(signal, 'abort')
        throw error
      } finally {
        running.delete(ended)
      }
    },
    { concurrency: 2, retryLimit: 1_000, retryDelayMaxS: 30 },
  )

  /** Stores and enqueues a job. Throws `job.too_many_selected` or `job.too_many`. */
  async function enqueue(caller: Caller, job: Omit<NewJob, 'id' | 'createdBy'>, selection: Sql) {
    const at = now()
    const id = newId(at.getTime())
    const { kind, namespace, code, settings } = job
    const total = await database.transaction(async (tx) => {
      if ((await countOpen(tx, caller.userId)) >= maxOpenJobs)
        throw tooManyJobs(`you have ${maxOpenJobs} unfinished jobs; wait until one ends, or cancel one`)
      const count = await insertJob(tx, { ...job, id, createdBy: caller.userId }, selection, at)
      if (count > maxSelected[kind])
        throw tooManySelected(`one job can have at most ${maxSelected[kind]} elements; narrow the filter`, {
          field: 'filter',
        })
      await jobs.enqueue(tx, queue, { job: id })
      const after = { kind, application: `${namespace}.${code}`, total: count, ...settings }
      await recordAudit(tx, caller, { object: `job:${id}`, after })
      return count
    })
    jobs.nudge(queue)
    return { jobId: id, total }
  }

  async function find(caller: Caller, id: string): Promise<ElementJob | undefined> {
    const found = isUuid(id) ? await jobById(database.single, id) : undefined
    return found && (caller.administrator || found.createdBy === caller.userId) ? found : undefined
  }

  return {
    find,
    list: ({ administrator, userId }, size) => newestJobs(database.reader, administrator ? undefined : userId, size),
    async bulk(caller, address, request) {
      const { action, isDryRun = false } = request
      const opened = open(caller, address)
      checkBulkAction(opened, action)
      const { id: app, namespace, code } = opened.application
      const setting = { caller, clock }
      const some = selectElements(opened, request, setting, { max: maxAtOnce + 1 })
      const ids = idsAlone(request) ?? (await database.reader.rows<{ id: string }>(some)).map(({ id }) => id)
      if (ids.length > maxAtOnce) {
        const selection = selectElements(opened, request, setting, { max: maxSelected.bulk + 1 })
        const job = { kind: 'bulk', app, namespace, code, settings: { action, isDryRun } } as const
        return { ...(await enqueue(caller, job, selection)), outcome: undefined }
      }
      const work = { caller, address, ids, action }
      const outcome = await (isDryRun
        ? rehearse(database, (tx) => changeElements(deps, tx, work))
        : database.transaction((tx) => changeElements(deps, tx, work)))
      return { jobId: null, total: ids.length, outcome }
    },
    async export(caller, address, request) {
      const opened = open(caller, address)
      const { application, authority } = opened
      const may = authority.rows('export')
      if (may === false) throw rightMissing('export', application)
      const { fields, format = 'csv' } = request
      exportColumns(opened, fields)
      const selection = selectElements(opened, request, { caller, clock }, { max: maxSelected.export + 1, may })
      const { id: app, namespace, code } = application
      return enqueue(
        caller,
        { kind: 'export', app, namespace, code, settings: { ...(fields && { fields }), format } },
        selection,
      )
    },
    async cancel(caller, id) {
      const job = await find(caller, id)
      if (job === undefined) throw jobNotFound(`job ${id.slice(0, 100)} not found`)
      await database.transaction(async (tx) => {
        if (!(await endJob(tx, job.id, { state: 'cancelled', at: now() })))
          throw jobEnded(`job ${job.id} has already ended`)
        await recordAudit(tx, caller, { object: `job:${job.id}`, after: { state: 'cancelled' } })
      })
      return (await jobById(database.single, job.id))!
    },
    periodic: [
      {
        name: 'remove old jobs on elements',
        everyMs: cleanEveryMs,
        on: 'one node',
        run: () => deleteJobs(database.single, new Date(clock.nowMs() - retentionMs)),
      },
    ],
    async close() {
      closing.abort(new Error('this node is stopping'))
      await Promise.all(running)
    },
  }
}

/**
 * Returns the ids of a request that selects by ids alone, so that an id that does not exist or is not visible becomes a
 * failure. Returns undefined when the request has another condition or more than `maxAtOnce` ids.
 */
function idsAlone({ ids, filter, active, statusCode, statusGroupId }: BulkRequest): readonly string[] | undefined {
  if ([filter, active, statusCode, statusGroupId].some((given) => given !== undefined)) return undefined
  const unique = [...new Set(readListRequest({ ids }).ids)]
  return unique.length > 0 && unique.length <= maxAtOnce ? unique : undefined
}
