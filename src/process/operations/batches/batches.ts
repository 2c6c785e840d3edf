import { recordAudit } from '../../../foundation/audit/index.ts'
import type { Database } from '../../../foundation/db/database.ts'
import type { Sql } from '../../../foundation/db/sql.ts'
import type { Jobs } from '../../../foundation/jobs/index.ts'
import type { Clock } from '../../../foundation/kit/clock.ts'
import { isUuid, newId } from '../../../foundation/kit/ids.ts'
import type { Log } from '../../../foundation/kit/log.ts'
import type { Caller } from '../../../people/index.ts'
import {
  type Batch,
  type BatchItem,
  type BatchKindName,
  batchById,
  beginBatch,
  cancelBatch,
  completeBatch,
  finishItems,
  type ItemResult,
  type ItemState,
  insertBatch,
  itemsOf,
  type ListedItem,
  newestBatches,
  nextItems,
} from './batches.store.ts'
import { batchEnded, batchNotFound } from './errors.ts'

/** A kind of batch: moving, interrupting or retrying instances. */
export interface BatchKind {
  readonly kind: BatchKindName
  /**
   * Works on items and returns a result for each item. It may run again for items whose results were lost in a crash,
   * so it must be idempotent.
   */
  run(batch: Batch, items: readonly BatchItem[]): Promise<readonly ItemResult[]>
}

export interface BatchRequest {
  readonly kind: BatchKindName
  readonly template?: string
  readonly settings: object
  /** Query for the items, with the columns `instance` and `incident`. */
  readonly items: Sql
  /** Details of the batch for the audit log. */
  readonly audit: object
}

/** Work on many instances, with a result for each instance. */
export interface Batches {
  /**
   * Starts a batch and returns it. A batch of at most `maxItemsAtOnce` items is finished when the promise resolves; a
   * larger batch continues in the background, on another node if this node stops.
   */
  begin(caller: Caller, request: BatchRequest): Promise<BatchView>
  /** Returns a batch that the caller has started. Administrators see all batches. Throws `batch.not_found`. */
  get(caller: Caller, id: string): Promise<BatchView>
  /** Returns a batch like `get`; undefined when there is none. */
  find(caller: Caller, id: string): Promise<BatchView | undefined>
  /** Returns the newest batches that the caller has started. Administrators see all batches. */
  list(caller: Caller, size?: number): Promise<readonly BatchView[]>
  items(caller: Caller, id: string, page: ItemPage): Promise<{ items: readonly ListedItem[]; next: string | null }>
  /** Cancels a batch and leaves its unfinished items unchanged. Throws `batch.not_found` and `batch.ended`. */
  cancel(caller: Caller, id: string): Promise<BatchView>
}

export interface ItemPage {
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
  readonly clock: Clock
  readonly log: Log
  readonly jobs: Jobs
  readonly kinds: readonly BatchKind[]
}

const queue = 'process-batches'
/** Number of items in one transaction. */
const itemsAtOnce = 200
/** Maximum number of items of a batch that is finished before the answer. */
export const maxItemsAtOnce = 100
/** Time after which another node takes over a small batch whose node has stopped, in milliseconds. */
const takeOverMs = 30_000
const maxPageItems = 1_000

export async function createBatches({ database, clock, log, jobs, kinds }: BatchesDeps): Promise<Batches> {
  const byName = new Map(kinds.map((kind) => [kind.kind, kind]))
  const now = () => new Date(clock.nowMs())

  /** Works on a batch until it has ended. If the node stops, the work stops between two transactions. */
  async function work(id: string, signal?: AbortSignal): Promise<void> {
    if (!(await beginBatch(database.single, id, now()))) return
    const batch = (await batchById(database.single, id))!
    const kind = byName.get(batch.kind)!
    while (!signal?.aborted) {
      const items = await nextItems(database.single, id, itemsAtOnce)
      if (items.length === 0) {
        await completeBatch(database.single, id, now())
        return
      }
      const results = await runAll(kind, batch, items)
      await database.transaction((tx) => finishItems(tx, id, results))
    }
    throw new Error('the node stops; the batch continues later')
  }

  /** Runs several items together. If they fail, each item runs alone, so that one item cannot stop the others. */
  async function runAll(kind: BatchKind, batch: Batch, items: readonly BatchItem[]): Promise<readonly ItemResult[]> {
    try {
      return await kind.run(batch, items)
    } catch (error) {
      if (items.length > 1) {
        const results: ItemResult[] = []
        for (const item of items) results.push(...(await runAll(kind, batch, [item])))
        return results
      }
      log('error', 'a batch item failed', { batch: batch.id, ...items[0], error })
      const reasons = [{ code: 'INTERNAL', message: 'internal error; the server log has the details' }]
      return items.map(({ position }) => ({ position, state: 'failed', reasons }))
    }
  }

  await jobs.work<{ batch: string }>(queue, async ({ data, signal }) => work(data.batch, signal), {
    concurrency: 2,
    retryLimit: 1_000,
    retryDelayMaxS: 30,
  })

  async function ownOrNone(caller: Caller, id: string): Promise<Batch | undefined> {
    const found = isUuid(id) ? await batchById(database.single, id) : undefined
    return found && (caller.administrator || found.createdBy === caller.userId) ? found : undefined
  }

  async function own(caller: Caller, id: string): Promise<Batch> {
    const found = await ownOrNone(caller, id)
    if (found !== undefined) return found
    throw batchNotFound(`batch ${id.slice(0, 100)} not found`)
  }

  return {
    async begin(caller, { kind, template, settings, items, audit }) {
      const at = now()
      const id = newId(at.getTime())
      const total = await database.transaction(async (tx) => {
        const count = await insertBatch(tx, {
          ...{ id, kind, settings, items, at, by: caller.userId },
          ...(template !== undefined && { template }),
        })
        const isSmall = count <= maxItemsAtOnce
        await jobs.enqueue(tx, queue, { batch: id }, isSmall ? { startAfter: new Date(at.getTime() + takeOverMs) } : {})
        await recordAudit(tx, caller, { object: `batch:${id}`, after: { kind, total: count, ...audit } })
        return count
      })
      if (total > maxItemsAtOnce) jobs.nudge(queue)
      else
        await work(id).catch((error: unknown) =>
          log('warn', 'a batch continues in the background', { batch: id, error }),
        )
      return viewOf((await batchById(database.single, id))!)
    },
    get: async (caller, id) => viewOf(await own(caller, id)),
    async find(caller, id) {
      const found = await ownOrNone(caller, id)
      return found && viewOf(found)
    },
    async list(caller, size = 100) {
      const by = caller.administrator ? undefined : caller.userId
      return (await newestBatches(database.reader, by, Math.min(size, maxPageItems))).map(viewOf)
    },
    async items(caller, id, { state, size = 100, cursor = '0' }) {
      const batch = await own(caller, id)
      const after = /^\d{1,9}$/.test(cursor) ? Number(cursor) : 0
      const limit = Math.min(size, maxPageItems)
      const items = await itemsOf(database.reader, batch.id, { state, after, size: limit })
      return { items, next: items.length < limit ? null : String(items.at(-1)!.position) }
    },
    async cancel(caller, id) {
      const batch = await own(caller, id)
      await database.transaction(async (tx) => {
        if (!(await cancelBatch(tx, batch.id, now()))) throw batchEnded(`batch ${batch.id} has already ended`)
        await recordAudit(tx, caller, { object: `batch:${batch.id}`, after: { state: 'cancelled' } })
      })
      return viewOf((await batchById(database.single, batch.id))!)
    },
  }
}

const viewOf = (batch: Batch): BatchView => ({
  ...batch,
  percent: batch.total === 0 ? 100 : Math.floor(((batch.done + batch.failed) / batch.total) * 100),
})
