import type { Database } from '../db/database.ts'
import { lockSeals, setAddend, turnsNow } from './turns.store.ts'

/**
 * Raises the turns above the newest one in the database. After a restore into another cluster, which counts its
 * transactions from the beginning, new rows would otherwise get turns that were sealed long ago. Must run before the
 * first write.
 */
export async function raiseTurns(database: Database): Promise<void> {
  if (isBehind(await turnsNow(database.reader))) {
    await database.transaction(async (tx) => {
      await lockSeals(tx)
      const turns = await turnsNow(tx)
      if (isBehind(turns)) await setAddend(tx, BigInt(turns.newest) + 1n)
    })
  }
}

function isBehind({ next, newest }: { next: string; newest: string }): boolean {
  return BigInt(newest) >= BigInt(next)
}
