import { recordAudit } from '../../foundation/audit/index.ts'
import type { Database } from '../../foundation/db/database.ts'
import type { Clock } from '../../foundation/kit/clock.ts'
import type { Caller } from '../../people/index.ts'
import type { Listeners } from '../file-events.ts'
import { unknownFile } from '../not-found.ts'
import { lockFile, markDeleted } from './files.store.ts'

interface Deps extends Pick<Listeners, 'tell'> {
  readonly database: Database
  readonly clock: Clock
}

/** Creates the function that moves a file into the recycle bin. */
export function createDeleteFile({ database, clock, tell }: Deps) {
  return (caller: Caller, id: string): Promise<void> =>
    database.transaction(async (tx) => {
      const before = await lockFile(tx, id)
      if (before === undefined) throw unknownFile(id)
      await markDeleted(tx, id, caller.userId, new Date(clock.nowMs()))
      await recordAudit(tx, caller, { object: `file:${id}`, before })
      await tell.deleted(tx, caller, id)
    })
}
