import { recordAudit } from '../../foundation/audit/index.ts'
import type { Sql } from '../../foundation/db/sql.ts'
import { rehearse } from '../../foundation/db/unit-of-work.ts'
import type { Caller } from '../../people/index.ts'
import { readListRequest } from '../../query/index.ts'
import type { Application } from '../applications/application.ts'
import { rightMissing } from '../elements/rights/refusals.ts'
import type { ApplicationAddress } from '../elements/source/opened-application.ts'
import { tooManyJobs, tooManySelected } from '../errors.ts'
import type { ExportFormat } from '../reports/export/stream-table.ts'
import { type BulkAction, checkBulkAction } from './bulk/bulk-action.ts'
import { createBulkKind } from './bulk/bulk-kind.ts'
import { type BulkOutcome, changeElements } from './bulk/change-elements.ts'
import type { ElementJobsDeps } from './element-jobs-deps.ts'
import { exportColumns } from './export/export-columns.ts'
import { createExportKind } from './export/export-kind.ts'
import { type Selection, selectElements } from './selection.ts'

/** The maximum number of elements that a bulk action changes within the request instead of in the background. */
const maxAtOnce = 200
/** The maximum number of elements of a bulk action, and of an export. */
const maxSelected = { bulk: 100_000, export: 1_000_000 } as const
const kinds = Object.keys(maxSelected)
/** The maximum number of unfinished jobs of one user. */
const maxOpenJobs = 20

export interface BulkRequest extends Selection {
  readonly action: BulkAction
  /** Whether all changes are rolled back, so that the result only shows what would happen. */
  readonly isDryRun?: boolean
}

interface ExportRequest extends Selection {
  /** The codes of the fields that become columns, in their order. */
  readonly fields?: readonly string[]
  readonly format?: ExportFormat
}

/** The result of a bulk action that ran within the request, or the id of the job that runs the action. */
type BulkAnswer =
  | { readonly jobId: null; readonly total: number; readonly outcome: BulkOutcome }
  | { readonly jobId: string; readonly total: number; readonly outcome: undefined }

/**
 * Bulk actions on elements and exports. Long bulk actions and all exports run in the background. Each portion of a
 * bulk action uses the rights that the user has at that time; an export uses the rights at its start.
 */
export class ElementJobs {
  readonly #deps: ElementJobsDeps

  private constructor(deps: ElementJobsDeps) {
    this.#deps = deps
  }

  /** Creates the jobs on elements and registers their kinds. */
  static async create(deps: ElementJobsDeps): Promise<ElementJobs> {
    await deps.jobs.tracked.add(createBulkKind(deps))
    await deps.jobs.tracked.add(createExportKind(deps))
    return new ElementJobs(deps)
  }

  /** Changes the selected elements: up to `maxAtOnce` within the request in one transaction, more in the background. */
  async bulk(caller: Caller, address: ApplicationAddress, request: BulkRequest): Promise<BulkAnswer> {
    const { database, clock, open } = this.#deps
    const { action, isDryRun = false } = request
    const opened = open(caller, address)
    checkBulkAction(opened, action)
    const setting = { caller, clock }
    const some = selectElements(opened, request, setting, { max: maxAtOnce + 1 })
    const ids = idsAlone(request) ?? (await database.reader.rows<{ id: string }>(some)).map(({ id }) => id)
    if (ids.length > maxAtOnce) {
      const items = selectElements(opened, request, setting, { max: maxSelected.bulk + 1 })
      const job = { kind: 'bulk', settings: { action, isDryRun }, items } as const
      return { ...(await this.#enqueue(caller, opened.application, job)), outcome: undefined }
    }
    const work = { caller, address, ids, action }
    const outcome = await (isDryRun
      ? rehearse(database, (tx) => changeElements(this.#deps, tx, work))
      : database.transaction((tx) => changeElements(this.#deps, tx, work)))
    return { jobId: null, total: ids.length, outcome }
  }

  /** Writes the selected elements into a file in the background. */
  async export(
    caller: Caller,
    address: ApplicationAddress,
    request: ExportRequest,
  ): Promise<{ jobId: string; total: number }> {
    const { clock, open } = this.#deps
    const opened = open(caller, address)
    const { application, authority } = opened
    const may = authority.rows('export')
    if (may === false) throw rightMissing('export', application)
    const { fields, format = 'csv' } = request
    exportColumns(opened, fields)
    const items = selectElements(opened, request, { caller, clock }, { max: maxSelected.export + 1, may })
    const settings = { ...(fields && { fields }), format }
    return this.#enqueue(caller, application, { kind: 'export', settings, items })
  }

  /** Stores and enqueues a job. Throws `job.too_many_selected` or `job.too_many`. */
  async #enqueue(
    caller: Caller,
    { id: app, namespace, code }: Application,
    {
      kind,
      settings,
      items,
    }: { readonly kind: keyof typeof maxSelected; readonly settings: object; readonly items: Sql },
  ): Promise<{ jobId: string; total: number }> {
    const { database, jobs } = this.#deps
    const { tracked } = jobs
    const started = await database.transaction(async (tx) => {
      if ((await tracked.countOpen(tx, caller.userId, kinds)) >= maxOpenJobs)
        throw tooManyJobs(`you have ${maxOpenJobs} unfinished jobs; wait until one ends, or cancel one`)
      const job = await tracked.start(tx, caller.userId, {
        kind,
        settings: { app, namespace, code, ...settings },
        items,
      })
      const { id: jobId, total } = job!
      if (total > maxSelected[kind])
        throw tooManySelected(`one job can have at most ${maxSelected[kind]} elements; narrow the filter`, {
          field: 'filter',
        })
      const after = { kind, application: `${namespace}.${code}`, total, ...settings }
      await recordAudit(tx, caller, { object: `job:${jobId}`, after })
      return { jobId, total }
    })
    tracked.nudge(kind)
    return started
  }
}

/**
 * Returns the ids of a request that selects by ids alone, so that an id that does not exist or is not visible becomes
 * a failure. Returns undefined when the request has another condition, no ids, or more than `maxAtOnce` ids.
 */
function idsAlone({ ids, filter, active, statusCode, statusGroupId }: BulkRequest): readonly string[] | undefined {
  if ([filter, active, statusCode, statusGroupId].some((given) => given !== undefined)) return undefined
  const unique = [...new Set(readListRequest({ ids }).ids)]
  return unique.length > 0 && unique.length <= maxAtOnce ? unique : undefined
}
