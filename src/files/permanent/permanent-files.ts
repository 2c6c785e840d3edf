import { isUuid } from '../../foundation/kit/ids.ts'
import type { Caller } from '../../people/index.ts'
import type { Directories } from '../directories/directories.ts'
import { readName } from '../directories/entry-names.ts'
import { fileNotAllowed } from '../errors.ts'
import type { FileEvents } from '../file-events.ts'
import type { FileView } from '../file-view.ts'
import type { KeyedMutex } from '../keyed-mutex.ts'
import { unknownFile, unknownUpload } from '../not-found.ts'
import type { Seeing } from '../rights.store.ts'
import { deleteUnpinned, temporaryFile } from '../uploads/temporary-files.store.ts'
import { createDeleteFile } from './delete-file.ts'
import { fileByHash, fileById, type OpenFile } from './files.store.ts'
import { createMoveFile } from './move-file.ts'
import type { PersistUpload } from './persist-upload.ts'
import type { BlobDeps } from './put-blob.ts'

export interface PermanentFiles {
  get(caller: Caller, id: string): Promise<FileView>
  /** Turns an upload of the caller into a file. Repeating the call returns the same file. */
  persist(caller: Caller, entry: { directory: string; hash: string; name: string }): Promise<FileView>
  /**
   * Returns the caller's own file that was made in the directory from an upload with this hash; for retries of a
   * request whose response was lost.
   */
  persistedBefore(caller: Caller, directory: string, hash: string): Promise<FileView | undefined>
  /** Turns an upload into a file of the directory, or moves a file there. */
  move(caller: Caller, directory: string, entry: { hash: string; name?: string | undefined }): Promise<FileView>
  /** Moves a file into the recycle bin. */
  remove(caller: Caller, id: string): Promise<void>
}

interface Deps extends BlobDeps {
  readonly events: FileEvents
  readonly seeing: Seeing
  readonly persist: PersistUpload
  readonly directories: Directories
  /** The mutex that serialises operations on one upload; its keys consist of the user and the hash. */
  readonly mutex: KeyedMutex
}

export function createPermanentFiles(deps: Deps): PermanentFiles {
  const { database, uploadFolder, clock, seeing, directories, mutex } = deps
  const moveFile = createMoveFile(deps)
  const deleteFile = createDeleteFile(deps)
  const now = (): Date => new Date(clock.nowMs())
  const uploadOf = async ({ userId }: Caller, hash: string) => {
    const upload = isUuid(hash) ? await temporaryFile(database.reader, userId, hash, now()) : undefined
    return upload?.sha256 ? upload : undefined
  }
  const fileAt = async (caller: Caller, hash: string, right: 'view' | 'edit') =>
    isUuid(hash) ? fileByHash(database.reader, seeing(caller), hash, right) : undefined

  async function open(caller: Caller, id: string, right?: 'delete'): Promise<OpenFile> {
    const file = isUuid(id) ? await fileById(database.reader, seeing(caller), id, right) : undefined
    if (file === undefined) throw unknownFile(id)
    return file
  }

  async function earlierFile(caller: Caller, directory: string, hash: string): Promise<OpenFile | undefined> {
    const file = await fileAt(caller, hash, 'view')
    const isSame = file?.view.directory === directory.toLowerCase() && file.view.__createdBy === caller.userId
    return isSame ? file : undefined
  }

  /** Turns an upload into a file; returns undefined when the caller has no such upload. */
  async function persist(
    caller: Caller,
    directory: string,
    hash: string,
    given: string,
  ): Promise<FileView | undefined> {
    const name = readName(given)
    return mutex(`${caller.userId} ${hash.toLowerCase()}`, async () => {
      const upload = await uploadOf(caller, hash)
      if (upload === undefined) return undefined
      const same = await earlierFile(caller, directory, hash)
      if (same?.sha256 === upload.sha256!.toString('hex')) {
        if (await deleteUnpinned(database.single, upload.id, now())) await uploadFolder.remove(upload.id)
        return same.view
      }
      const file = await deps.persist.store(upload)
      const isDeleted = await database.transaction((tx) => deps.persist.write(tx, caller, file, { directory, name }))
      await deps.persist.finish(file, isDeleted)
      return (await open(caller, file.id)).view
    })
  }

  return {
    get: async (caller, id) => (await open(caller, id)).view,
    async persist(caller, { directory, hash, name }) {
      const { id } = await directories.openFor(caller, directory)
      const file = await persist(caller, id, hash, name)
      if (file !== undefined) return file
      // An earlier attempt of this request may have succeeded, although its response was lost.
      const same = await earlierFile(caller, id, hash)
      if (same === undefined) throw unknownUpload(hash)
      return same.view
    },
    persistedBefore: async (caller, directory, hash) => (await earlierFile(caller, directory, hash))?.view,
    async move(caller, directory, { hash, name }) {
      const { id } = await directories.openFor(caller, directory)
      const upload = await uploadOf(caller, hash)
      const persisted = upload && (await persist(caller, id, hash, name ?? upload.name))
      if (persisted !== undefined) return persisted
      const file = await fileAt(caller, hash, 'edit')
      if (file === undefined) throw unknownUpload(hash)
      if (!file.may) throw fileNotAllowed('you can see this file, but you cannot move it')
      await moveFile(caller, { id: file.view.__id, directory: id, name: readName(name ?? file.view.name) })
      // The caller may no longer see the file at its new place but still gets the result of the move.
      return (await open({ ...caller, administrator: true }, file.view.__id)).view
    },
    async remove(caller, id) {
      const { may, view } = await open(caller, id, 'delete')
      if (!may) throw fileNotAllowed('you can see this file, but you cannot delete it')
      await deleteFile(caller, view.__id)
    },
  }
}
