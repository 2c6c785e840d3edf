import type { Tx } from '../../foundation/db/database.ts'
import { isUuid } from '../../foundation/kit/ids.ts'
import type { Caller } from '../../people/index.ts'
import { readName } from '../directories/entry-names.ts'
import { fileNotAllowed } from '../errors.ts'
import type { FileEvents } from '../file-events.ts'
import type { FileView } from '../file-view.ts'
import type { KeyedMutex } from '../keyed-mutex.ts'
import { unknownFile, unknownUpload } from '../not-found.ts'
import { fileById, type OpenFile } from '../permanent/files.store.ts'
import type { BlobDeps } from '../permanent/put-blob.ts'
import type { Seeing } from '../rights.store.ts'
import { temporaryFile } from '../uploads/temporary-files.store.ts'
import { createAddVersion } from './add-version.ts'
import {
  currentVersion,
  type HeldVersion,
  lockForVersion,
  type VersionView,
  versionOf,
  versionOfUpload,
  versionsOf,
} from './versions.store.ts'

const maxListed = 10_000

interface VersionInput {
  /** The hash of a complete upload of the caller. */
  readonly hash: string
  /** The new name of the file; undefined to keep the name. */
  readonly name?: string | undefined
  /** The number of the current version as known to the caller; a 409 is thrown when the file has another one. */
  readonly expectedVersion?: number | undefined
}

interface AddedVersion {
  readonly file: FileView
  readonly version: VersionView
}

export interface Versions {
  /**
   * Turns an upload into the next version of a file. When its content equals that of the current version, nothing
   * changes and the upload is kept. Repeating the call returns the version that was added before.
   */
  add(caller: Caller, id: string, input: VersionInput): Promise<AddedVersion>
  /** Lists the versions, newest first, at most 10,000. */
  list(caller: Caller, id: string): Promise<VersionView[]>
  /**
   * Returns the current version of a file. No version can be added, and the file cannot be deleted, until the
   * transaction ends. Throws a 404 for a file that the caller cannot see.
   */
  hold(tx: Tx, caller: Caller, id: string): Promise<HeldVersion>
}

interface Deps extends BlobDeps {
  readonly events: FileEvents
  readonly seeing: Seeing
  readonly mutex: KeyedMutex
  readonly onNewContent: () => void
}

export function createVersions(deps: Deps): Versions {
  const { clock, seeing, mutex, onNewContent } = deps
  const { reader } = deps.database
  const addVersion = createAddVersion(deps)

  async function open(caller: Caller, id: string): Promise<OpenFile> {
    const file = isUuid(id) ? await fileById(reader, seeing(caller), id, 'renew') : undefined
    if (file === undefined) throw unknownFile(id)
    return file
  }

  return {
    async add(caller, id, { hash, name, expectedVersion }) {
      const { may, view } = await open(caller, id)
      if (!may) throw fileNotAllowed('you can see this file, but you cannot change it')
      const { userId } = caller
      const no = await mutex(`${userId} ${hash.toLowerCase()}`, async () => {
        const newName = name === undefined ? undefined : readName(name)
        const found = await temporaryFile(reader, userId, hash, new Date(clock.nowMs()))
        const upload = found?.sha256 ? found : undefined
        const before = await versionOfUpload(reader, view.__id, { hash, userId })
        if (before && (!upload || before.sha256 === upload.sha256!.toString('hex'))) return before.no
        if (upload === undefined) throw unknownUpload(hash)
        const file = { id: view.__id, directory: view.directory! }
        const added = await addVersion(caller, { file, upload, name: newName, expectedVersion })
        onNewContent()
        return added
      })
      return { file: (await open(caller, id)).view, version: (await versionOf(reader, view.__id, no))! }
    },
    async list(caller, id) {
      const { view } = await open(caller, id)
      return versionsOf(reader, view.__id, maxListed)
    },
    async hold(tx, caller, id) {
      const file = isUuid(id) ? await fileById(tx, seeing(caller), id) : undefined
      const isHeld = file !== undefined && (await lockForVersion(tx, file.view.__id)) !== undefined
      if (!isHeld) throw unknownFile(id)
      return (await currentVersion(tx, file.view.__id))!
    },
  }
}
