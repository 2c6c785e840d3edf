import { recordAudit } from '../../foundation/audit/index.ts'
import type { Database } from '../../foundation/db/database.ts'
import type { Clock } from '../../foundation/kit/clock.ts'
import type { Caller } from '../../people/index.ts'
import { holdDirectory } from '../directories/directories.store.ts'
import { directoryMissing, fileMissing } from '../missing.ts'
import { holdFile, placeFile } from './files.store.ts'
import { freeNames } from './free-name.ts'

/** Creates the function that moves a file into a directory, under a numbered name when the wanted name is taken. */
export function createMoveFile({ database, clock }: { database: Database; clock: Clock }) {
  return (caller: Caller, { id, directory, name }: { id: string; directory: string; name: string }): Promise<void> =>
    database.transaction(async (tx) => {
      const held = await holdDirectory(tx, directory, 'alone')
      if (held === undefined) throw directoryMissing(directory)
      const before = await holdFile(tx, id)
      if (before === undefined) throw fileMissing(id)
      const { value: free } = await freeNames(tx, { id: directory, ...held }, id, name).next()
      await placeFile(tx, { id, directory, ...free! }, caller.userId, new Date(clock.nowMs()))
      await recordAudit(tx, caller, { object: `file:${id}`, before, after: { name: free!.name, directory } })
    })
}
