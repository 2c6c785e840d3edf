import { isUuid } from '../../foundation/kit/ids.ts'
import type { Caller } from '../../people/index.ts'
import { type Lists, type Page, readListRequest } from '../../query/index.ts'
import { fileNotAllowed, fileNotDeleted } from '../errors.ts'
import { unknownFile } from '../not-found.ts'
import { fileById, type OpenFile } from '../permanent/files.store.ts'
import type { Seeing } from '../rights.store.ts'
import { createPurge, type RecycleBinDeps } from './purge-file.ts'
import { deletedFile, deletedSource } from './recycle-bin.store.ts'
import { createRestore } from './restore-file.ts'

/** Operations on the recycle bin. */
export interface RecycleBin {
  /**
   * Restores a file; needs the right to delete it. A file that is not deleted is left unchanged. The file gets a
   * numbered name when its name is taken and the directory requires unique names.
   */
  restore(caller: Caller, id: string): Promise<void>
  /**
   * Lists deleted files, most recently deleted first: all for administrators, otherwise those that the caller created
   * or deleted.
   */
  list(caller: Caller, input: unknown): Promise<Page>
  /** Removes a deleted file with its versions permanently. Allowed for its author and for administrators. */
  purge(caller: Caller, id: string): Promise<void>
}

export function createRecycleBin(deps: RecycleBinDeps & { seeing: Seeing; lists: Lists }): RecycleBin {
  const { clock, seeing, lists } = deps
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
      if (live !== undefined) throw fileNotAllowed('you can see this file, but you cannot delete or restore it')
      const file = await inBin(caller, id)
      if (!file?.mayRestore) throw unknownFile(id)
      await restore(caller, { id, directory: file.directory })
    },
    list(caller, input) {
      const request = { ...readListRequest(input), active: true }
      const setting = { callerId: caller.userId, nowMs: clock.nowMs() }
      return lists.page(request, deletedSource(seeing(caller)), setting)
    },
    async purge(caller, id) {
      if ((await liveFile(caller, id)) !== undefined)
        throw fileNotDeleted('this file is not in the recycle bin; delete it first')
      const file = await inBin(caller, id)
      if (file === undefined || !(file.sees || file.mayRestore)) throw unknownFile(id)
      if (!file.mayPurge)
        throw fileNotAllowed('only the user who created a file and administrators can delete it permanently')
      if (!(await purge(caller, id))) throw unknownFile(id)
    },
  }
}
