import type { S3Settings } from '../../config.ts'
import type { Log } from '../../foundation/kit/log.ts'
import { withBreaker } from './breaker.ts'
import { createS3Bytes, type S3Bytes } from './s3-bytes.ts'
import type { S3Failure } from './s3-failures.ts'

/**
 * Opens the configured object store. Throws an error for the operator when the store rejects the settings. A store that
 * does not answer is only logged: it may come back, and requests that need no bytes work meanwhile.
 */
export async function openS3Bytes(settings: S3Settings, log: Log): Promise<S3Bytes> {
  const bytes = withBreaker(createS3Bytes(settings))
  try {
    await bytes.check()
  } catch (error) {
    const { status = 500, message, code } = error as S3Failure
    if (status < 500) {
      await bytes.close()
      throw new Error(`S3_BUCKET "${settings.bucket}" at ${settings.endpoint} can't be used (${code}): ${message}`)
    }
    log('warn', 'the object store does not answer', { endpoint: settings.endpoint, error })
  }
  return bytes
}
