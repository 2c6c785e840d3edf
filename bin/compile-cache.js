import { existsSync, mkdirSync, statSync } from 'node:fs'
import { constants, enableCompileCache } from 'node:module'
import { dirname } from 'node:path'

/**
 * Lets Node keep compiled code in `folder`, for this program and for the threads and programs that it starts. Returns
 * whether the cache is used. Code in the folder is executed, so the folder must belong to this user, and no other user
 * may write to it. Never throws, because the program also works without a cache, only slower.
 */
export function useCompileCache(folder) {
  if (process.env.NODE_COMPILE_CACHE || process.env.NODE_DISABLE_COMPILE_CACHE) return true
  try {
    if (!isOurs(nearest(folder))) return false
    mkdirSync(folder, { recursive: true })
    if (!isOurs(folder)) return false
    const { status } = enableCompileCache(folder)
    if (status === constants.compileCacheStatus.FAILED) return false
    process.env.NODE_COMPILE_CACHE = folder
    return true
  } catch {
    return false
  }
}

/** Returns the folder if it exists, otherwise the nearest folder above it that exists. */
function nearest(folder) {
  return existsSync(folder) ? folder : nearest(dirname(folder))
}

function isOurs(folder) {
  if (process.getuid === undefined) return true
  const { uid, mode } = statSync(folder)
  return uid === process.getuid() && (mode & 0o022) === 0
}
