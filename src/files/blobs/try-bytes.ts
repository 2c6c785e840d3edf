import { PlatformError } from '../../foundation/kit/errors.ts'
import { bytesUnavailable, diskFull } from '../errors.ts'

/** Runs `work` and converts errors of a byte store into errors for callers. ENOENT is passed on unchanged. */
export async function withBlobErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (error instanceof PlatformError || code === 'ENOENT') throw error
    if (code === 'ENOSPC' || code === 'EDQUOT') throw diskFull('there is no room left for files', {}, { cause: error })
    throw bytesUnavailable('the files can’t be reached at the moment; please try again', {}, { cause: error })
  }
}
