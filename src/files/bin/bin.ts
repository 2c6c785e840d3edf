import { isUuid } from '../../kit/ids.ts'
import type { Caller } from '../../people/index.ts'
import { listPage, type Page, readListRequest } from '../../query/index.ts'
import { fileNotAllowed, fileNotDeleted } from '../errors.ts'
import { fileMissing } from '../missing.ts'
import { fileById, type OpenFile } from '../permanent/files.store.ts'
import type { Seeing } from '../rights.store.ts'
import { deletedFile, deletedSource } from './bin.store.ts'
import { type BinDeps, createPurge } from './purge.ts'
import { createRestore } from './restore.ts'

/** The recycle bin: what was deleted and can come back. */
export interface Bin {
  /** For who may delete it; a file that is not deleted stays as it is. Where its name is taken it gets a number. */
  restore(caller: Caller, id: string): Promise<void>
  /** What the caller made or deleted, for administrators all; what was deleted last comes first. */
  list(caller: Caller, input: unknown): Promise<Page>
  /** Removes a deleted file with its versions for good; for who made it, and for administrators. */
  purge(caller: Caller, id: string): Promise<void>
}

export function createBin(deps: BinDeps & { seeing: Seeing }): Bin {
  const { clock, seeing } = deps
  const { reader } = deps.database
  const restore = createRestore(deps)
  const purge = createPurge(deps)
  const liveFile = async (caller: Caller, id: string): Promise<OpenFile | undefined> =>
    isUuid(id) ? fileById(reader, seeing(caller), id, 'delete') : undefined
  const inBin = async (caller: Caller, id: string) => (isUuid(id) ? deletedFile(reader, seeing(caller), id) : undefined)

  return {
    async restore(caller, id) {
      const live = await liveFile(caller, id)
      if (live?.may) return
      if (live !== undefined) throw fileNotAllowed('you may see this file, but neither delete nor restore it')
      const file = await inBin(caller, id)
      if (!file?.mayRestore) throw fileMissing(id)
      await restore(caller, { id, directory: file.directory })
    },
    list(caller, input) {
      const request = { ...readListRequest(input), active: true }
      const setting = { callerId: caller.userId, nowMs: clock.nowMs() }
      return listPage(reader, request, deletedSource(seeing(caller)), setting)
    },
    async purge(caller, id) {
      if ((await liveFile(caller, id)) !== undefined)
        throw fileNotDeleted('this file is not in the recycle bin; delete it first')
      const file = await inBin(caller, id)
      if (file === undefined || !(file.sees || file.mayRestore)) throw fileMissing(id)
      if (!file.mayPurge) throw fileNotAllowed('only who made a file and administrators remove it for good')
      if (!(await purge(caller, id))) throw fileMissing(id)
    },
  }
}
