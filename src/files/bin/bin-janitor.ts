import { nilId } from '../../kit/ids.ts'
import type { Log } from '../../kit/log.ts'
import { systemCaller } from '../../people/index.ts'
import { oldInBin } from './bin.store.ts'
import { type BinDeps, createPurge } from './purge.ts'

const dayMs = 24 * 60 * 60_000
/** At one sweep; each in a transaction of its own, so that nobody waits long, and one that fails keeps no other. */
const filesAtOnce = 1000

/** Removes for good what lies in the recycle bin longer than `days`; 0: nothing ever. */
export function createBinSweep(deps: BinDeps & { log: Log; days: number }): () => Promise<void> {
  const { database, clock, log, days } = deps
  const purge = createPurge(deps)
  return async () => {
    if (days === 0) return
    const before = new Date(clock.nowMs() - days * dayMs)
    for (const id of await oldInBin(database.reader, before, filesAtOnce))
      await purge(systemCaller(nilId), id, before).catch((error) =>
        log('warn', 'a file of the recycle bin could not be removed', { file: id, error }),
      )
  }
}
