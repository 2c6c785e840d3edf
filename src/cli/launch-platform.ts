import { join } from 'node:path'
import { useCompileCache } from '../../bin/compile-cache.js'
import type { Config } from '../foundation/config/index.ts'
import { openStore } from '../foundation/db/open-store.ts'
import { createLog } from '../foundation/kit/log.ts'
import { toStartFailure } from '../foundation/kit/start-failure.ts'
import type { Platform } from '../platform/index.ts'

/**
 * Starts the platform on a data folder, with the sample when `config` selects it. The database opens in its own thread
 * while this thread loads the program; both take about the same time.
 */
export async function launchPlatform(config: Config): Promise<Platform> {
  const opening = openStore({ ...config, log: createLog(config.logLevel) })
  // The data folder, because the folder of the program may be read-only.
  useCompileCache(join(config.dataDir, 'compile-cache'))
  const loading = Promise.all([
    import('../platform/index.ts'),
    config.sample === 'office' ? import('./sample.ts') : undefined,
  ])
  const [[{ startPlatform }, sample]] = await Promise.all([loading, opening]).catch(async (error) => {
    await opening.then((store) => store.close()).catch(() => {})
    throw toStartFailure(error, config)
  })
  return startPlatform(config, { opening, ...(sample && { prepare: sample.deploySample }) })
}
