import { recordAudit, systemActor } from '../audit/index.ts'
import { isConnectionTrouble } from '../db/failures.ts'
import type { JobKind, JobRun } from '../jobs/index.ts'
import { PlatformError } from '../kit/errors.ts'
import { retentionRunEnded } from './errors.ts'
import { countsOf, type RemoveDeps, removeUnits } from './remove-units.ts'
import { finishExport, unfinishedExport } from './retention.store.ts'
import type { DueUnit, RetentionKind } from './retention-kind.ts'

export interface RunDeps extends RemoveDeps {
  readonly kinds: readonly RetentionKind[]
}

/** HTTP status of errors after which the same work can succeed a moment later. */
const temporaryStatus = 503

/**
 * Creates the kind of jobs that remove everything that is due, a few units in each transaction. After a failure, the next
 * run continues.
 */
export function createRetentionJob(deps: RunDeps): JobKind {
  return {
    name: 'retention',
    queue: { name: 'retention', concurrency: 1 },
    seenBy: 'administrators',
    endedError: retentionRunEnded,
    async work(run) {
      await clearRemaining(deps, run.signal)
      await removeDue(deps, run)
      return undefined
    },
    problem(error) {
      if (isConnectionTrouble(error)) return undefined
      const isKnown = error instanceof PlatformError
      if (isKnown && error.status === temporaryStatus) return undefined
      return {
        code: 'internal',
        message: isKnown ? error.message : 'an unexpected error; the log of the server has it',
      }
    },
    cancelled: (tx, caller, { id }) =>
      recordAudit(tx, caller, { object: `job:${id}`, before: { cancelled: false }, after: { cancelled: true } }),
    shown: async (job) => ({ ...countsOf(job) }),
  }
}

async function removeDue(deps: RunDeps, run: JobRun): Promise<void> {
  const { database, clock, kinds } = deps
  const now = new Date(clock.nowMs())
  const work = (
    await Promise.all(kinds.map(async (kind) => (await kind.rules()).map((rule) => ({ kind, rule }))))
  ).flat()
  let due = 0
  for (const { kind, rule } of work) due += await kind.count(database.reader, rule, now)
  const { removed } = countsOf(run.job)
  await run.commit(async () => ({ total: removed + due, processed: removed, result: { removed, kept: 0 } }))
  const actor = { ...systemActor, userId: run.job.createdBy }
  for (const { kind, rule } of work) {
    let after: DueUnit | undefined
    for (;;) {
      run.signal.throwIfAborted()
      const units = await kind.next(database.reader, rule, { now, after })
      after = units.at(-1)
      if (after === undefined) break
      await removeUnits(
        deps,
        { run, actor, kind, rule },
        units.map((unit) => unit.id),
      )
      await clearRemaining(deps, run.signal)
    }
  }
}

/** Deletes the rows that removed units have left, also those of an earlier run that was interrupted. */
async function clearRemaining({ database, kinds }: RunDeps, stopping: AbortSignal): Promise<void> {
  for (;;) {
    const unfinished = await unfinishedExport(database.reader)
    if (unfinished === undefined) return
    const kind = kinds.find((one) => one.kind === unfinished.kind)
    let isCleared = false
    while (!isCleared) {
      stopping.throwIfAborted()
      isCleared = await database.transaction(async (tx) => (await kind?.clear?.(tx, unfinished.remaining)) ?? true)
    }
    await finishExport(database.single, unfinished.id)
  }
}
