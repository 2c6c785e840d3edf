import { join } from 'node:path'
import { useCompileCache } from '../../bin/compile-cache.js'
import type { Config } from '../config.ts'
import { openStore } from '../db/open-store.ts'
import { createLog } from '../kit/log.ts'
import { toStartFailure } from '../kit/start-failure.ts'
import type { Platform } from '../platform.ts'

/**
 * Starts the platform of a data folder, with the sample where `config` asks for it. The database opens in its thread
 * while this one loads the program; each takes about as long as the other.
 */
export async function launchPlatform(config: Config): Promise<Platform> {
  const opening = openStore({ ...config, log: createLog(config.logLevel) })
  // Where the program is installed read-only its own cache can't be used.
  useCompileCache(join(config.dataDir, 'compile-cache'))
  const loading = Promise.all([
    import('../platform.ts'),
    config.sample === 'office' ? import('./sample.ts') : undefined,
  ])
  const [[{ startPlatform }, sample]] = await Promise.all([loading, opening]).catch(async (error) => {
    await opening.then((store) => store.close()).catch(() => {})
    throw toStartFailure(error, config)
  })
  return startPlatform(config, { opening, ...(sample && { prepare: sample.deploySample }) })
}
