import { join } from 'node:path'
import type { Config, S3Settings } from '../../foundation/config/index.ts'
import type { Log } from '../../foundation/kit/log.ts'
import type { BlobStore } from './blob-store.ts'
import { CircuitBreaker } from './circuit-breaker.ts'
import { createDiskBlobs } from './disk-blobs.ts'
import { S3Blobs } from './s3-blobs.ts'
import type { S3Error } from './s3-errors.ts'

/** Opens the store of the bytes of files: the object store of the settings, or the folder of files. */
export async function openFileStore({ s3, filesDir }: Pick<Config, 's3' | 'filesDir'>, log: Log): Promise<BlobStore> {
  return s3 === undefined ? createDiskBlobs(join(filesDir, 'bytes')) : openS3Blobs(s3, log)
}

/**
 * Opens the configured object store. Throws an error for the operator when the store answers with a status below 500,
 * because it rejects the settings. Any other failure is only logged: the store may come back, and requests that need
 * no bytes work meanwhile.
 */
export async function openS3Blobs(settings: S3Settings, log: Log): Promise<BlobStore> {
  const blobs = new CircuitBreaker(new S3Blobs(settings))
  try {
    await blobs.check()
  } catch (error) {
    const { status = 500, message, code } = error as S3Error
    if (status < 500) {
      await blobs.close()
      throw new Error(`S3_BUCKET "${settings.bucket}" at ${settings.endpoint} can't be used (${code}): ${message}`)
    }
    log('warn', 'the object store does not answer', { endpoint: settings.endpoint, error })
  }
  return blobs
}
