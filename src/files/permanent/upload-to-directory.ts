import type { IncomingBytes } from '../../foundation/http/operation.ts'
import { newId } from '../../foundation/kit/ids.ts'
import type { Caller } from '../../people/index.ts'
import type { Directories } from '../directories/directories.ts'
import { readName } from '../directories/entry-names.ts'
import { noSuchUpload } from '../errors.ts'
import type { FileView } from '../file-view.ts'
import type { Quota } from '../space/quota.ts'
import { readContentRange } from '../uploads/content-range.ts'
import { openIncomingFile } from '../uploads/incoming-file.ts'
import type { UploadFolder } from '../uploads/upload-folder.ts'
import type { IncomingUpload, UploadTemporary } from '../uploads/upload-temporary.ts'
import type { createWriteIncoming } from '../uploads/write-incoming.ts'
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
  readonly quota: Quota
  readonly directories: Directories
  readonly permanent: PermanentFiles
  readonly keep: PersistUpload
  readonly receive: ReturnType<typeof createWriteIncoming>
  readonly take: UploadTemporary
}

/**
 * Creates the function that receives a file, or its next part, into a directory. It returns the file when it is
 * complete, otherwise undefined.
 */
export function createUploadToDirectory({ uploadFolder, quota, directories, permanent, keep, receive, take }: Deps) {
  /**
   * Receives a whole file and makes it permanent at once, without a row for the upload, because the client has no hash
   * to continue it with.
   */
  async function takeWhole(caller: Caller, directory: string, bytes: IncomingBytes): Promise<FileView> {
    const incoming = await openIncomingFile(bytes)
    try {
      const hash = newId()
      const name = readName(incoming.name ?? hash)
      const { id, bytes: total, sha256 } = await receive(caller.userId, undefined, incoming, false)
      caller.once?.include(sha256.toString('hex'), incoming.name ?? '')
      try {
        const file = await keep.ready({ id, hash, name, total, sha256 })
        await quota.add(caller.userId, total, (tx) => keep.writeNew(tx, caller, file, directory, name))
        await keep.done(file, true)
        return await permanent.get(caller, file.id)
      } catch (error) {
        await uploadFolder.remove(id)
        throw error
      }
    } finally {
      incoming.release()
    }
  }

  async function takePart(caller: Caller, directory: string, upload: IncomingUpload) {
    try {
      const file = await take(caller, { ...upload, checkName: readName })
      return file && (await permanent.keep(caller, { directory, hash: upload.hash, name: file.name }))
    } catch (error) {
      const before = await persistedBefore(error, caller, directory, upload)
      if (before === undefined) throw error
      return before
    }
  }

  /** Returns the file when the last part is sent again after the file was made but the response was lost. */
  async function persistedBefore(error: unknown, caller: Caller, directory: string, upload: IncomingUpload) {
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
    if (hash === undefined && contentRange === undefined) return takeWhole(caller, id, bytes)
    return takePart(caller, id, { bytes, hash: hash ?? newId(), contentRange })
  }
}
