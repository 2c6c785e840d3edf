import type { FileSource } from '../../foundation/backup/index.ts'
import type { BlobStore } from './blob-store.ts'
import { namedBlobs, namedBytes } from './blobs.store.ts'
import { verifyBytes } from './verify-bytes.ts'

/** Creates the source from which a backup reads the bytes of permanent files and of exports of removed rows. */
export function createBackupFiles(blobs: BlobStore): FileSource {
  const read = async (sha256: string, bytes: number) => verifyBytes(await blobs.read(sha256), { bytes, sha256 })
  return {
    list: (snapshot) => snapshot.batches(namedBlobs),
    size: namedBytes,
    read,
    async isLost(sha256, bytes) {
      try {
        for await (const _chunk of await read(sha256, bytes));
        return false
      } catch (error) {
        const { code, cause } = error as NodeJS.ErrnoException
        return code === 'ENOENT' || (cause instanceof Error && /^the file store returned/.test(cause.message))
      }
    },
  }
}
