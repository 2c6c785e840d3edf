import { recordAudit } from '../../foundation/audit/index.ts'
import type { Database } from '../../foundation/db/database.ts'
import type { Clock } from '../../foundation/kit/clock.ts'
import type { Caller } from '../../people/index.ts'
import { lockDirectory } from '../directories/directories.store.ts'
import { unknownDirectory, unknownFile } from '../not-found.ts'
import { lockFile, placeFile } from './files.store.ts'
import { freeNames } from './free-names.ts'

/** Creates the function that moves a file into a directory, under a numbered name when the wanted name is taken. */
export function createMoveFile({ database, clock }: { database: Database; clock: Clock }) {
  return (caller: Caller, { id, directory, name }: { id: string; directory: string; name: string }): Promise<void> =>
    database.transaction(async (tx) => {
      const held = await lockDirectory(tx, directory, 'exclusive')
      if (held === undefined) throw unknownDirectory(directory)
      const before = await lockFile(tx, id)
      if (before === undefined) throw unknownFile(id)
      const { value: free } = await freeNames(tx, { id: directory, ...held }, id, name).next()
      await placeFile(tx, { id, directory, ...free! }, caller.userId, new Date(clock.nowMs()))
      await recordAudit(tx, caller, { object: `file:${id}`, before, after: { name: free!.name, directory } })
    })
}
