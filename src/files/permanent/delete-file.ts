import { recordAudit } from '../../foundation/audit/index.ts'
import type { Database } from '../../foundation/db/database.ts'
import type { Clock } from '../../foundation/kit/clock.ts'
import type { Caller } from '../../people/index.ts'
import type { FileEvents } from '../file-events.ts'
import { unknownFile } from '../not-found.ts'
import { lockFile, markDeleted } from './files.store.ts'

interface Deps {
  readonly events: FileEvents
  readonly database: Database
  readonly clock: Clock
}

/** Creates the function that moves a file into the recycle bin. */
export function createDeleteFile({ database, clock, events }: Deps) {
  return (caller: Caller, id: string): Promise<void> =>
    database.transaction(async (tx) => {
      const before = await lockFile(tx, id)
      if (before === undefined) throw unknownFile(id)
      await markDeleted(tx, id, caller.userId, new Date(clock.nowMs()))
      await recordAudit(tx, caller, { object: `file:${id}`, before })
      await events.deleted(tx, caller, id)
    })
}
