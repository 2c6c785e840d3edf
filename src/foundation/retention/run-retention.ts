import { systemActor } from '../audit/index.ts'
import { PlatformError } from '../kit/errors.ts'
import type { Log } from '../kit/log.ts'
import { type RemoveDeps, RunEnded, removeUnits } from './remove-units.ts'
import { beginRun, endRun, finishExport, unfinishedExport } from './retention.store.ts'
import type { DueUnit, RetentionKind } from './retention-kind.ts'

export interface RunDeps extends RemoveDeps {
  readonly log: Log
  readonly kinds: readonly RetentionKind[]
}

/** HTTP status of errors after which the same work can succeed a moment later. */
const temporaryStatus = 503

/**
 * Removes everything that is due, a few units in each transaction. A failure is stored with the run, and the next run
 * continues. Throws when the node stops or the database is temporarily unavailable; the run then continues later.
 */
export async function runRetention(deps: RunDeps, id: string, stopping: AbortSignal): Promise<void> {
  const { database, clock, log } = deps
  try {
    await clearRemaining(deps, stopping)
    await removeDue(deps, id, stopping)
    await endRun(database.single, id, { state: 'done', at: new Date(clock.nowMs()) })
  } catch (error) {
    if (error instanceof RunEnded) return
    stopping.throwIfAborted()
    if (error instanceof PlatformError && error.status === temporaryStatus) throw error
    log('error', 'removing what is no longer kept failed', { run: id, error })
    const problem = error instanceof PlatformError ? error.message : 'an unexpected error; the log of the server has it'
    await endRun(database.single, id, { state: 'failed', at: new Date(clock.nowMs()), problem })
  }
}

async function removeDue(deps: RunDeps, id: string, stopping: AbortSignal): Promise<void> {
  const { database, clock, kinds } = deps
  const now = new Date(clock.nowMs())
  const work = (
    await Promise.all(kinds.map(async (kind) => (await kind.rules()).map((rule) => ({ kind, rule }))))
  ).flat()
  let due = 0
  for (const { kind, rule } of work) due += await kind.count(database.reader, rule, now)
  const run = await beginRun(database.single, id, due, now)
  if (run === undefined) throw new RunEnded()
  const actor = { ...systemActor, userId: run.createdBy }
  for (const { kind, rule } of work) {
    let after: DueUnit | undefined
    for (;;) {
      stopping.throwIfAborted()
      const units = await kind.next(database.reader, rule, { now, after })
      after = units.at(-1)
      if (after === undefined) break
      await removeUnits(
        deps,
        { run: id, actor, kind, rule },
        units.map((unit) => unit.id),
      )
      await clearRemaining(deps, stopping)
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
