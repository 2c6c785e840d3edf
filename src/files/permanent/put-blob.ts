import type { Database } from '../../foundation/db/database.ts'
import type { Clock } from '../../foundation/kit/clock.ts'
import { type BlobStore, withBlobErrors } from '../blobs/blob-store.ts'
import { announceBlob } from '../blobs/blobs.store.ts'
import { uploadNotFound } from '../errors.ts'
import type { Quota } from '../space/quota.ts'
import type { TemporaryFile } from '../uploads/temporary-files.store.ts'
import type { UploadFolder } from '../uploads/upload-folder.ts'
import type { NewVersion } from './insert-file.store.ts'
import { mediaTypeAt, mediaTypeOf } from './media-type.ts'

export interface BlobDeps {
  readonly database: Database
  readonly uploadFolder: UploadFolder
  readonly blobs: BlobStore
  readonly clock: Clock
  readonly quota: Quota
}

/**
 * Creates the function that puts the bytes of a complete upload into the permanent store. With `start`, the first bytes
 * of an upload that nothing else uses, the store may take the file instead of copying it. A sweep removes bytes that
 * neither a version of a file nor an export of removed rows names an hour later.
 */
export function createPutBlob({ database, uploadFolder, blobs, clock }: Omit<BlobDeps, 'quota'>) {
  return async (
    upload: Pick<TemporaryFile, 'id' | 'hash' | 'total' | 'sha256'>,
    start?: Buffer,
  ): Promise<Omit<NewVersion, 'file' | 'no'>> => {
    const { id, total: size, hash } = upload
    const sha256 = upload.sha256!
    await announceBlob(database.single, sha256, size, new Date(clock.nowMs()))
    const mime = await present(async () => {
      const type = start === undefined ? await mediaTypeAt(uploadFolder.path(id)) : mediaTypeOf(start)
      await blobs.put(sha256.toString('hex'), uploadFolder.path(id), size, { mayTake: start !== undefined })
      return type
    })
    return { sha256, size, mime, hash }
  }
}

/** Converts ENOENT to a 404: the code means that the upload was removed before or while it was being read. */
async function present<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await withBlobErrors(work)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    throw uploadNotFound('this upload has expired', {}, { cause: error })
  }
}
