import { recordAudit } from '../../foundation/audit/index.ts'
import { isUuid } from '../../foundation/kit/ids.ts'
import type { Caller } from '../../people/index.ts'
import { type Lists, type Page, readListRequest } from '../../query/index.ts'
import { lockDirectory } from '../directories/directories.store.ts'
import { fileNotAllowed, fileNotDeleted } from '../errors.ts'
import { unknownDirectory, unknownFile } from '../not-found.ts'
import { fileById, lockFile, type OpenFile } from '../permanent/files.store.ts'
import { freeNames } from '../permanent/free-names.ts'
import type { Seeing } from '../rights.store.ts'
import { purge, type RecycleBinDeps } from './purge-file.ts'
import { deletedFile, deletedSource, lockDeleted, restoreFile } from './recycle-bin.store.ts'

/** Operations on the recycle bin. */
export class RecycleBin {
  readonly #deps: RecycleBinDeps & { seeing: Seeing; lists: Lists }

  constructor(deps: RecycleBinDeps & { seeing: Seeing; lists: Lists }) {
    this.#deps = deps
  }

  /**
   * Restores a file; needs the right to delete it. A file that is not deleted is left unchanged. The file gets a
   * numbered name when its name is taken and the directory requires unique names.
   */
  async restore(caller: Caller, id: string): Promise<void> {
    const live = await this.#liveFile(caller, id)
    if (live?.may) return
    if (live !== undefined) throw fileNotAllowed('you can see this file, but you cannot delete or restore it')
    const file = await this.#inBin(caller, id)
    if (!file?.mayRestore) throw unknownFile(id)
    await restore(this.#deps, caller, { id, directory: file.directory })
  }

  /**
   * Lists deleted files, most recently deleted first: all for administrators, otherwise those that the caller created
   * or deleted.
   */
  list(caller: Caller, input: unknown): Promise<Page> {
    const request = { ...readListRequest(input), active: true }
    const setting = { callerId: caller.userId, nowMs: this.#deps.clock.nowMs() }
    return this.#deps.lists.page(request, deletedSource(this.#deps.seeing(caller)), setting)
  }

  /** Removes a deleted file with its versions permanently. Allowed for its author and for administrators. */
  async purge(caller: Caller, id: string): Promise<void> {
    if ((await this.#liveFile(caller, id)) !== undefined)
      throw fileNotDeleted('this file is not in the recycle bin; delete it first')
    const file = await this.#inBin(caller, id)
    if (file === undefined || !(file.sees || file.mayRestore)) throw unknownFile(id)
    if (!file.mayPurge)
      throw fileNotAllowed('only the user who created a file and administrators can delete it permanently')
    if (!(await purge(this.#deps, caller, id))) throw unknownFile(id)
  }

  async #liveFile(caller: Caller, id: string): Promise<OpenFile | undefined> {
    return isUuid(id) ? fileById(this.#deps.database.reader, this.#deps.seeing(caller), id, 'delete') : undefined
  }

  async #inBin(caller: Caller, id: string) {
    return isUuid(id) ? deletedFile(this.#deps.database.reader, this.#deps.seeing(caller), id) : undefined
  }
}

/**
 * Restores a deleted file into its directory. A deleted file cannot be moved, so this is the directory from which it
 * was deleted.
 */
function restore(
  { database, clock, events }: RecycleBinDeps,
  caller: Caller,
  { id, directory }: { id: string; directory: string },
): Promise<void> {
  return database.transaction(async (tx) => {
    const around = await lockDirectory(tx, directory, 'exclusive')
    if (around === undefined) throw unknownDirectory(directory)
    const held = await lockDeleted(tx, id)
    if (held === undefined) {
      // A concurrent request may have restored or purged the file.
      if ((await lockFile(tx, id)) === undefined) throw unknownFile(id)
      return
    }
    const { value: free } = await freeNames(tx, { id: directory, ...around }, id, held.name).next()
    await restoreFile(tx, { id, ...free! }, caller.userId, new Date(clock.nowMs()))
    await recordAudit(tx, caller, { object: `file:${id}`, after: { name: free!.name, directory } })
    await events.restored(tx, caller, id)
  })
}
