import type { Database } from '../../../foundation/db/database.ts'
import { rehearse } from '../../../foundation/db/unit-of-work.ts'
import type { Caller } from '../../../people/index.ts'
import { addProgress, type ElementJob, lockJob, nextElements } from '../element-jobs.store.ts'
import type { BulkAction } from './bulk-action.ts'
import { type BulkDeps, type BulkOutcome, changeElements } from './change-elements.ts'

/** The maximum number of elements in one transaction. */
const elementsAtOnce = 100

/** The settings of a bulk action as they are stored. */
export interface BulkSettings {
  readonly action: BulkAction
  readonly isDryRun: boolean
}

export interface RunBulkDeps extends BulkDeps {
  readonly database: Database
}

/**
 * Runs a bulk action until all elements are processed. Returns false when the job has ended or another node has taken
 * over.
 */
export async function runBulk(
  deps: RunBulkDeps,
  job: ElementJob,
  callerNow: () => Promise<Caller>,
  signal?: AbortSignal,
): Promise<boolean> {
  const { database } = deps
  let { processed } = job
  while (processed < job.total) {
    signal?.throwIfAborted()
    const ids = await nextElements(database.single, job.id, processed, elementsAtOnce)
    if (ids.length === 0 || !(await runPart(deps, { ...job, processed }, await callerNow(), ids))) return false
    processed += ids.length
  }
  return true
}

/**
 * Changes some elements and stores the progress in the same transaction. Returns false when the job has ended or
 * another node has taken over.
 */
async function runPart(deps: RunBulkDeps, job: ElementJob, caller: Caller, ids: readonly string[]): Promise<boolean> {
  const { action, isDryRun } = job.settings as unknown as BulkSettings
  const work = { caller, address: job, ids, action }
  const rehearsed = isDryRun ? await rehearse(deps.database, (tx) => changeElements(deps, tx, work)) : undefined
  return deps.database.transaction(async (tx) => {
    if (!(await lockJob(tx, job))) return false
    const { changed, failures }: BulkOutcome = rehearsed ?? (await changeElements(deps, tx, work))
    return addProgress(tx, job.id, { processed: ids.length, changed, failures })
  })
}
