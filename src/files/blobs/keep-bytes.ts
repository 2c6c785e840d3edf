import type { Readable } from 'node:stream'
import type { Database } from '../../foundation/db/database.ts'
import type { Clock } from '../../foundation/kit/clock.ts'
import { newId } from '../../foundation/kit/ids.ts'
import { createUploadFolder } from '../uploads/upload-folder.ts'
import { type BlobStore, withBlobErrors } from './blob-store.ts'
import { announceBlob } from './blobs.store.ts'
import { verifyBytes } from './verify-bytes.ts'

/** Bytes in the file store that are not the content of a file. */
export interface KeptBytes {
  /**
   * Stores bytes durably, reads them again and compares them. The sweep removes the bytes an hour later unless a row
   * of `retention_export` or a version of a file names them.
   */
  keep(chunks: AsyncIterable<Buffer>): Promise<{ readonly sha256: Buffer; readonly bytes: number }>
  /** Opens stored bytes; the stream fails when they were changed. */
  read(sha256: string, bytes: number): Promise<Readable>
}

/** Creates the functions with which other rooms store bytes. `folder` is the folder of uploads. */
export function createKeptBytes({
  database,
  clock,
  blobs,
  folder,
}: {
  readonly database: Database
  readonly clock: Clock
  readonly blobs: BlobStore
  readonly folder: string
}): KeptBytes {
  const uploadFolder = createUploadFolder(folder)
  const read = async (sha256: string, bytes: number) =>
    verifyBytes(await withBlobErrors(() => blobs.read(sha256)), { bytes, sha256 })
  return {
    read,
    async keep(chunks) {
      const id = newId()
      try {
        const { bytes, sha256 } = await uploadFolder.write(id, { at: 0, chunks, check: () => {} })
        const name = sha256.toString('hex')
        await announceBlob(database.single, sha256, bytes, new Date(clock.nowMs()))
        await withBlobErrors(() => blobs.put(name, uploadFolder.path(id), bytes))
        for await (const _chunk of await read(name, bytes));
        return { sha256, bytes }
      } finally {
        await uploadFolder.remove(id)
      }
    },
  }
}
