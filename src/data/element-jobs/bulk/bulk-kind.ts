import { rehearse } from '../../../foundation/db/unit-of-work.ts'
import { inPortions, type JobKind, type JobProgress, type TrackedJob } from '../../../foundation/jobs/index.ts'
import type { ElementJobsDeps } from '../element-jobs-deps.ts'
import { type ElementJobSettings, elementKind, settingsOf, userOf } from '../element-kinds.ts'
import type { BulkAction } from './bulk-action.ts'
import { type BulkOutcome, changeElements, type JobFailure } from './change-elements.ts'

/** The maximum number of elements in one transaction. */
const elementsAtOnce = 100
/** The maximum number of failures that a job stores; the job counts further failures. */
const maxFailures = 100

/** The settings of a bulk action as they are stored. */
interface BulkSettings extends ElementJobSettings {
  readonly action: BulkAction
  readonly isDryRun: boolean
}

/** The result of a bulk action as it is stored. */
interface BulkResult {
  readonly changed?: number
  readonly failures?: readonly JobFailure[]
}

/** Creates the kind of jobs that run an action on many elements. */
export function createBulkKind(deps: ElementJobsDeps): JobKind {
  const { database, tell } = deps
  return {
    name: 'bulk',
    ...elementKind(tell, () => null),
    work: inPortions(elementsAtOnce, async ({ job }, items) => {
      const address = settingsOf<BulkSettings>(job)
      const caller = await userOf(deps, job, 'changeElements')
      const work = { caller, address, ids: items.map(({ subject }) => subject), action: address.action }
      const rehearsed = address.isDryRun ? await rehearse(database, (tx) => changeElements(deps, tx, work)) : undefined
      return async (tx) => progressOf(job, items.length, rehearsed ?? (await changeElements(deps, tx, work)))
    }),
    async shown(job) {
      const { processed, failed } = job
      const { changed = 0, failures = [] } = job.result as BulkResult
      const { isDryRun } = settingsOf<BulkSettings>(job)
      return { changed, unchanged: processed - changed - failed, isDryRun, failures }
    },
  }
}

function progressOf(job: TrackedJob, count: number, { changed, failures }: BulkOutcome): JobProgress {
  const before = job.result as BulkResult
  const kept = [...(before.failures ?? []), ...failures].slice(0, maxFailures)
  return {
    processed: job.processed + count,
    failed: job.failed + failures.length,
    result: { changed: (before.changed ?? 0) + changed, failures: kept },
  }
}
