import { recordAudit } from '../../foundation/audit/index.ts'
import { isUuid } from '../../foundation/kit/ids.ts'
import type { Caller } from '../../people/index.ts'
import { lockDirectory } from '../directories/directories.store.ts'
import type { Directories } from '../directories/directories.ts'
import { readName } from '../directories/entry-names.ts'
import { fileNotAllowed } from '../errors.ts'
import type { FileEvents } from '../file-events.ts'
import type { FileView } from '../file-view.ts'
import type { KeyedMutex } from '../keyed-mutex.ts'
import { unknownDirectory, unknownFile, unknownUpload } from '../not-found.ts'
import type { Seeing } from '../rights.store.ts'
import { deleteUnpinned, temporaryFile } from '../uploads/temporary-files.store.ts'
import { fileByHash, fileById, lockFile, markDeleted, type OpenFile, placeFile } from './files.store.ts'
import { freeNames } from './free-names.ts'
import type { PersistUpload } from './persist-upload.ts'
import type { BlobDeps } from './put-blob.ts'

interface Deps extends BlobDeps {
  readonly events: FileEvents
  readonly seeing: Seeing
  readonly persist: PersistUpload
  readonly directories: Directories
  /** The mutex that serialises operations on one upload; its keys consist of the user and the hash. */
  readonly mutex: KeyedMutex
}

/** Permanent files: reading, persisting uploads, moving and deleting. */
export class PermanentFiles {
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
  }

  async get(caller: Caller, id: string): Promise<FileView> {
    return (await this.#open(caller, id)).view
  }

  /** Turns an upload of the caller into a file. Repeating the call returns the same file. */
  async persist(
    caller: Caller,
    { directory, hash, name }: { directory: string; hash: string; name: string },
  ): Promise<FileView> {
    const { id } = await this.#deps.directories.openFor(caller, directory)
    const file = await this.#persist(caller, id, hash, name)
    if (file !== undefined) return file
    // An earlier attempt of this request may have succeeded, although its response was lost.
    const same = await this.#earlierFile(caller, id, hash)
    if (same === undefined) throw unknownUpload(hash)
    return same.view
  }

  /**
   * Returns the caller's own file that was made in the directory from an upload with this hash; for retries of a
   * request whose response was lost.
   */
  async persistedBefore(caller: Caller, directory: string, hash: string): Promise<FileView | undefined> {
    return (await this.#earlierFile(caller, directory, hash))?.view
  }

  /** Turns an upload into a file of the directory, or moves a file there. */
  async move(
    caller: Caller,
    directory: string,
    { hash, name }: { hash: string; name?: string | undefined },
  ): Promise<FileView> {
    const { id } = await this.#deps.directories.openFor(caller, directory)
    const upload = await this.#uploadOf(caller, hash)
    const persisted = upload && (await this.#persist(caller, id, hash, name ?? upload.name))
    if (persisted !== undefined) return persisted
    const file = await this.#fileAt(caller, hash, 'edit')
    if (file === undefined) throw unknownUpload(hash)
    if (!file.may) throw fileNotAllowed('you can see this file, but you cannot move it')
    await moveFile(this.#deps, caller, { id: file.view.__id, directory: id, name: readName(name ?? file.view.name) })
    // The caller may no longer see the file at its new place but still gets the result of the move.
    return (await this.#open({ ...caller, administrator: true }, file.view.__id)).view
  }

  /** Moves a file into the recycle bin. */
  async remove(caller: Caller, id: string): Promise<void> {
    const { may, view } = await this.#open(caller, id, 'delete')
    if (!may) throw fileNotAllowed('you can see this file, but you cannot delete it')
    await deleteFile(this.#deps, caller, view.__id)
  }

  #now(): Date {
    return new Date(this.#deps.clock.nowMs())
  }

  async #uploadOf({ userId }: Caller, hash: string) {
    const upload = isUuid(hash) ? await temporaryFile(this.#deps.database.reader, userId, hash, this.#now()) : undefined
    return upload?.sha256 ? upload : undefined
  }

  async #fileAt(caller: Caller, hash: string, right: 'view' | 'edit') {
    return isUuid(hash) ? fileByHash(this.#deps.database.reader, this.#deps.seeing(caller), hash, right) : undefined
  }

  async #open(caller: Caller, id: string, right?: 'delete'): Promise<OpenFile> {
    const file = isUuid(id)
      ? await fileById(this.#deps.database.reader, this.#deps.seeing(caller), id, right)
      : undefined
    if (file === undefined) throw unknownFile(id)
    return file
  }

  async #earlierFile(caller: Caller, directory: string, hash: string): Promise<OpenFile | undefined> {
    const file = await this.#fileAt(caller, hash, 'view')
    const isSame = file?.view.directory === directory.toLowerCase() && file.view.__createdBy === caller.userId
    return isSame ? file : undefined
  }

  /** Turns an upload into a file; returns undefined when the caller has no such upload. */
  async #persist(caller: Caller, directory: string, hash: string, given: string): Promise<FileView | undefined> {
    const name = readName(given)
    return this.#deps.mutex(`${caller.userId} ${hash.toLowerCase()}`, async () => {
      const upload = await this.#uploadOf(caller, hash)
      if (upload === undefined) return undefined
      const same = await this.#earlierFile(caller, directory, hash)
      if (same?.sha256 === upload.sha256!.toString('hex')) {
        if (await deleteUnpinned(this.#deps.database.single, upload.id, this.#now()))
          await this.#deps.uploadFolder.remove(upload.id)
        return same.view
      }
      const file = await this.#deps.persist.store(upload)
      const { view, isUploadDeleted } = await this.#deps.persist.writeAlone(caller, file, { directory, name })
      await this.#deps.persist.finish(file, isUploadDeleted)
      return view
    })
  }
}

/** Moves a file into a directory, under a numbered name when the wanted name is taken. */
function moveFile(
  { database, clock }: Pick<Deps, 'database' | 'clock'>,
  caller: Caller,
  { id, directory, name }: { id: string; directory: string; name: string },
): Promise<void> {
  return database.transaction(async (tx) => {
    const held = await lockDirectory(tx, directory, 'exclusive')
    if (held === undefined) throw unknownDirectory(directory)
    const before = await lockFile(tx, id)
    if (before === undefined) throw unknownFile(id)
    const { value: free } = await freeNames(tx, { id: directory, ...held }, id, name).next()
    await placeFile(tx, { id, directory, ...free! }, caller.userId, new Date(clock.nowMs()))
    await recordAudit(tx, caller, { object: `file:${id}`, before, after: { name: free!.name, directory } })
  })
}

/** Moves a file into the recycle bin. */
function deleteFile(
  { database, clock, events }: Pick<Deps, 'database' | 'clock' | 'events'>,
  caller: Caller,
  id: string,
): Promise<void> {
  return database.transaction(async (tx) => {
    const before = await lockFile(tx, id)
    if (before === undefined) throw unknownFile(id)
    await markDeleted(tx, id, caller.userId, new Date(clock.nowMs()))
    await recordAudit(tx, caller, { object: `file:${id}`, before })
    await events.deleted(tx, caller, id)
  })
}
