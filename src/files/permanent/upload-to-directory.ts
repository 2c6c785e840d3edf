import type { IncomingBytes } from '../../foundation/http/operation.ts'
import { newId } from '../../foundation/kit/ids.ts'
import type { Caller } from '../../people/index.ts'
import type { Directories } from '../directories/directories.ts'
import { readName } from '../directories/entry-names.ts'
import { noSuchUpload } from '../errors.ts'
import type { FileView } from '../file-view.ts'
import { readContentRange } from '../uploads/content-range.ts'
import { openIncomingFile } from '../uploads/incoming-file.ts'
import type { UploadFolder } from '../uploads/upload-folder.ts'
import type { IncomingUpload, UploadTemporary } from '../uploads/upload-temporary.ts'
import type { WriteIncoming } from '../uploads/write-incoming.ts'
import type { PermanentFiles } from './permanent-files.ts'
import type { PersistUpload } from './persist-upload.ts'

export interface UploadInto {
  readonly bytes: IncomingBytes
  /** The hash and range of an upload in parts. Without both, the whole file comes in one request. */
  readonly hash?: string | undefined
  readonly contentRange?: string | undefined
}

interface Deps {
  readonly uploadFolder: UploadFolder
  readonly directories: Directories
  readonly permanent: PermanentFiles
  readonly persist: PersistUpload
  readonly writeIncoming: WriteIncoming
  readonly uploadTemporary: UploadTemporary
}

/**
 * Creates the function that receives a file, or its next part, into a directory. It returns the file when it is
 * complete, otherwise undefined.
 */
export function createUploadToDirectory({
  uploadFolder,
  directories,
  permanent,
  persist,
  writeIncoming,
  uploadTemporary,
}: Deps) {
  /**
   * Receives a whole file and makes it permanent at once, without a row for the upload, because the client has no hash
   * to continue it with.
   */
  async function uploadWhole(caller: Caller, directory: string, bytes: IncomingBytes): Promise<FileView> {
    const incoming = await openIncomingFile(bytes)
    try {
      const hash = newId()
      const name = readName(incoming.name ?? hash)
      const written = await writeIncoming(caller.userId, undefined, incoming, { isDurable: false })
      const { id, bytes: total, sha256, start } = written
      caller.once?.include(sha256.toString('hex'), incoming.name ?? '')
      try {
        const file = await persist.store({ id, hash, name, total, sha256 }, start)
        const view = await persist.writeUnlisted(caller, file, { directory, name })
        await persist.finish(file, true)
        return view
      } catch (error) {
        await uploadFolder.remove(id)
        throw error
      }
    } finally {
      incoming.release()
    }
  }

  async function uploadPart(caller: Caller, directory: string, upload: IncomingUpload) {
    try {
      const file = await uploadTemporary(caller, { ...upload, checkName: readName })
      return file && (await permanent.persist(caller, { directory, hash: upload.hash, name: file.name }))
    } catch (error) {
      const before = await earlierFile(error, caller, directory, upload)
      if (before === undefined) throw error
      return before
    }
  }

  /** Returns the existing file when a client sends the last part again because it did not get the response. */
  async function earlierFile(error: unknown, caller: Caller, directory: string, upload: IncomingUpload) {
    const range = readContentRange(upload.contentRange)
    if (range === undefined || (error as { code?: string }).code !== noSuchUpload.code) return undefined
    const before = await permanent.persistedBefore(caller, directory, upload.hash)
    return before?.size === range.total && range.to >= range.total - 1 ? before : undefined
  }

  return async (caller: Caller, directory: string, upload: UploadInto): Promise<FileView | undefined> => {
    const { bytes, hash, contentRange } = upload
    // The right is checked before the body is read, so that nobody sends 2 GiB in vain.
    const { id } = await directories.openFor(caller, directory).catch((error) => {
      bytes.stream?.resume()
      throw error
    })
    if (hash === undefined && contentRange === undefined) return uploadWhole(caller, id, bytes)
    return uploadPart(caller, id, { bytes, hash: hash ?? newId(), contentRange })
  }
}
