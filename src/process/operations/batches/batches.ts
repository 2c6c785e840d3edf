import { recordAudit } from '../../../foundation/audit/index.ts'
import type { Database } from '../../../foundation/db/database.ts'
import type { Sql } from '../../../foundation/db/sql.ts'
import {
  type ItemReason,
  type ItemResult,
  inPortions,
  type JobItem,
  type JobKind,
  type Jobs,
  type TrackedJob,
} from '../../../foundation/jobs/index.ts'
import type { Log } from '../../../foundation/kit/log.ts'
import type { Caller } from '../../../people/index.ts'
import { batchEnded, batchNotFound } from '../errors.ts'
import { batchItems } from './batches.store.ts'

type BatchKindName = 'move' | 'interrupt' | 'retry'
type BatchState = 'new' | 'executing' | 'completed' | 'completedWithErrors' | 'cancelled'
type ItemState = 'new' | ItemResult['state']

/** A tracked job on instances. */
export interface Batch
  extends Pick<TrackedJob, 'id' | 'total' | 'failed' | 'createdAt' | 'createdBy' | 'startedAt' | 'endedAt'> {
  readonly kind: BatchKindName
  readonly state: BatchState
  readonly template: string | null
  readonly settings: Readonly<Record<string, unknown>>
  /** Number of items that are done or skipped; failed items are not counted. */
  readonly done: number
}

export interface BatchItem {
  readonly position: number
  readonly instance: string
  readonly incident: string | null
}

interface ListedItem extends BatchItem {
  readonly state: ItemState
  readonly reasons: readonly ItemReason[]
}

/** A kind of batch: moving, interrupting or retrying instances. */
export interface BatchKind {
  readonly kind: BatchKindName
  /**
   * Works on items and returns a result for each item. It may run again for items whose results were lost in a crash,
   * so it must be idempotent.
   */
  run(batch: Batch, items: readonly BatchItem[]): Promise<readonly ItemResult[]>
}

interface BatchRequest {
  readonly kind: BatchKindName
  readonly template?: string
  readonly settings: object
  /** Query for the items, with the columns `instance` and `incident`. */
  readonly items: Sql
  /** Details of the batch for the audit log. */
  readonly audit: object
}

/** Work on many instances or incidents, with a result for each item. */
export interface Batches {
  /**
   * Starts a batch and returns it. A batch of at most `maxItemsBeforeAnswer` items runs before the promise resolves.
   * A larger batch, or one whose run failed, continues in the background, on another node if this node stops.
   */
  begin(caller: Caller, request: BatchRequest): Promise<BatchView>
  /** Returns a batch that the caller has started. Administrators see all batches. Throws `batch.not_found`. */
  get(caller: Caller, id: string): Promise<BatchView>
  /** Returns the newest batches that the caller has started. Administrators see all batches. */
  list(caller: Caller, size?: number): Promise<readonly BatchView[]>
  items(caller: Caller, id: string, page: ItemPage): Promise<{ items: readonly ListedItem[]; next: string | null }>
  /** Cancels a batch and leaves its unfinished items unchanged. Throws `batch.not_found` and `batch.ended`. */
  cancel(caller: Caller, id: string): Promise<BatchView>
}

interface ItemPage {
  readonly state?: ItemState
  readonly size?: number
  /** Value of `next` of the previous page. */
  readonly cursor?: string
}

/** A batch with its progress in percent. */
export interface BatchView extends Batch {
  readonly percent: number
}

export interface BatchesDeps {
  readonly database: Database
  readonly log: Log
  readonly jobs: Jobs
  readonly kinds: readonly BatchKind[]
}

const queue = { name: 'process-batches', concurrency: 2 }
/** Maximum number of items that are worked on together. */
const itemsAtOnce = 200
/** Maximum number of items of a batch that runs before the answer. */
const maxItemsBeforeAnswer = 100
/** Time after which another node takes over a small batch whose node has stopped, in milliseconds. */
const takeOverMs = 30_000
const maxPageItems = 1_000

export async function createBatches({ database, log, jobs, kinds }: BatchesDeps): Promise<Batches> {
  const { tracked } = jobs
  for (const kind of kinds) await tracked.add(jobKindOf(kind, log))
  const names = kinds.map(({ kind }) => kind)

  async function own(caller: Caller, id: string): Promise<TrackedJob> {
    const found = await tracked.find(caller, id)
    if (found !== undefined && names.some((name) => name === found.kind)) return found
    throw batchNotFound(`batch ${id.slice(0, 100)} not found`)
  }

  return {
    async begin(caller, { kind, template = null, settings, items, audit }) {
      const { id, total } = await database.transaction(async (tx) => {
        const job = await tracked.start(tx, caller.userId, {
          ...{ kind, settings: { template, parameters: settings }, items: batchItems(items), haveParts: true },
          delayMs: (count) => (count <= maxItemsBeforeAnswer ? takeOverMs : 0),
        })
        const after = { kind, total: job!.total, ...audit }
        await recordAudit(tx, caller, { object: `batch:${job!.id}`, after })
        return job!
      })
      if (total > maxItemsBeforeAnswer) tracked.nudge(kind)
      else
        await tracked
          .runNow(id)
          .catch((error: unknown) => log('warn', 'a batch continues in the background', { batch: id, error }))
      return viewOf(await own(caller, id))
    },
    get: async (caller, id) => viewOf(await own(caller, id)),
    list: async (caller, size = 100) => (await tracked.list(caller, Math.min(size, maxPageItems), names)).map(viewOf),
    async items(caller, id, { state, size = 100, cursor = '0' }) {
      const batch = await own(caller, id)
      const after = /^\d{1,9}$/.test(cursor) ? Number(cursor) : 0
      const limit = Math.min(size, maxPageItems)
      const wanted = state === undefined ? {} : { state: state === 'new' ? null : state }
      const items = await tracked.items(batch, { ...wanted, after, size: limit })
      return {
        items: items.map((item) => ({ ...itemOf(item), state: item.state ?? 'new', reasons: item.reasons })),
        next: items.length < limit ? null : String(items.at(-1)!.position),
      }
    },
    async cancel(caller, id) {
      await own(caller, id)
      return viewOf(await tracked.cancel(caller, id))
    },
  }
}

/** Returns the kind of job for a kind of batch. */
function jobKindOf(kind: BatchKind, log: Log): JobKind {
  return {
    name: kind.kind,
    queue,
    seenBy: 'its user',
    // The retention of batches removes the jobs with their items.
    keepsItems: true,
    endedError: batchEnded,
    // Instances advance in transactions of their own, so the results are recorded afterwards.
    work: inPortions(itemsAtOnce, ({ job }, items) => runAll(kind, batchOf(job), items.map(itemOf), log)),
    cancelled: (tx, caller, { id }) =>
      recordAudit(tx, caller, { object: `batch:${id}`, after: { state: 'cancelled' } }),
    shown: async ({ id }) => ({ itemsUrl: `/api/v1/batches/${id}/items` }),
  }
}

/** Runs several items together. If they fail, each item runs alone, so that one item cannot stop the others. */
async function runAll(
  kind: BatchKind,
  batch: Batch,
  items: readonly BatchItem[],
  log: Log,
): Promise<readonly ItemResult[]> {
  try {
    return await kind.run(batch, items)
  } catch (error) {
    if (items.length > 1) {
      const results: ItemResult[] = []
      for (const item of items) results.push(...(await runAll(kind, batch, [item], log)))
      return results
    }
    log('error', 'a batch item failed', { batch: batch.id, ...items[0], error })
    const reasons = [{ code: 'INTERNAL', message: 'internal error; the server log has the details' }]
    return items.map(({ position }) => ({ position, state: 'failed', reasons }))
  }
}

const itemOf = ({ position, subject, part }: JobItem): BatchItem => ({ position, instance: subject, incident: part })

function batchOf({ id, kind, settings, processed, failed, total, ...job }: TrackedJob): Batch {
  const { template, parameters } = settings as { template: string | null; parameters: Batch['settings'] }
  const { createdAt, createdBy, startedAt, endedAt } = job
  return {
    ...{ id, kind: kind as BatchKindName, state: stateOf(job.state, failed), template, settings: parameters, total },
    ...{ done: processed - failed, failed, createdAt, createdBy, startedAt, endedAt },
  }
}

function stateOf(state: TrackedJob['state'], failed: number): BatchState {
  if (state === 'queued') return 'new'
  if (state === 'running') return 'executing'
  if (state === 'cancelled') return 'cancelled'
  return state === 'failed' || failed > 0 ? 'completedWithErrors' : 'completed'
}

function viewOf(job: TrackedJob): BatchView {
  const percent = job.total === 0 ? 100 : Math.floor((job.processed / job.total) * 100)
  return { ...batchOf(job), percent }
}
