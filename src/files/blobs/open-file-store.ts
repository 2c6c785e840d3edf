import { join } from 'node:path'
import type { Config } from '../../foundation/config/index.ts'
import type { Log } from '../../foundation/kit/log.ts'
import type { BlobStore } from './blob-store.ts'
import { createDiskBlobs } from './disk-blobs.ts'
import { openS3Blobs } from './open-s3-blobs.ts'

/** Opens the store of the bytes of files: the object store of the settings, or the folder of files. */
export async function openFileStore({ s3, filesDir }: Pick<Config, 's3' | 'filesDir'>, log: Log): Promise<BlobStore> {
  return s3 === undefined ? createDiskBlobs(join(filesDir, 'bytes')) : openS3Blobs(s3, log)
}
