import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { setFlagsFromString } from 'node:v8'
import { useCompileCache } from '../../bin/compile-cache.js'
import type { Config } from '../foundation/config/index.ts'
import { openStore } from '../foundation/db/open-store.ts'
import { createMovableClock } from '../foundation/kit/clock.ts'
import { createLog } from '../foundation/kit/log.ts'
import { toStartFailure } from '../foundation/kit/start-failure.ts'
import type { Platform, StartOptions } from '../platform/index.ts'

/**
 * While the data of the sample is created, the young generation of the heap does not grow: it would grow to 64 MB,
 * most of it garbage. Set when the program is loaded, because Node uses compiled code only under equal flags.
 */
const keepsYoungGenerationSmall = '--semi-space-growth-factor=1'
/** The default of V8. */
const letsYoungGenerationGrow = '--semi-space-growth-factor=2'

const consoleFolder = fileURLToPath(new URL('../../console', import.meta.url))

/**
 * Starts the platform on a data folder, with the sample when `config` selects it. The database opens in its own thread
 * while this thread loads the program; both take about the same time. `announce` runs when the server answers requests.
 */
export async function launchPlatform(config: Config, announce?: StartOptions['announce']): Promise<Platform> {
  const isFirstStart = config.databaseUrl === undefined && !existsSync(join(config.dataDir, 'db'))
  const opening = openStore({ ...config, log: createLog(config.logLevel) })
  // The promise is awaited later, together with the program. Without this handler, an earlier rejection would end the
  // process.
  opening.catch(() => {})
  // Loading the program blocks this thread, so the database's thread is started first, in this turn of the event loop.
  await turn()
  // The cache is in the data folder, because the folder of the program may be read-only.
  useCompileCache(join(config.dataDir, 'compile-cache'))
  const [{ startPlatform }, sample] = await Promise.all([
    import('../platform/index.ts'),
    config.sample === 'none' ? undefined : import('./sample.ts'),
  ]).catch(async (error) => {
    await opening.then((store) => store.close()).catch(() => {})
    throw toStartFailure(error, config)
  })
  const clock = createMovableClock()
  if (isFirstStart && sample !== undefined) setFlagsFromString(keepsYoungGenerationSmall)
  const reading = isFirstStart ? sample?.readSample(config.language) : undefined
  // The promise is awaited after the database was opened.
  reading?.catch(() => {})
  return startPlatform(config, {
    opening,
    ...(announce && { announce }),
    ...(sample && {
      clock,
      prepare: (preparing) =>
        sample
          .prepareSample(preparing, {
            clock,
            language: config.language,
            withData: config.sample === 'office',
            ...(reading && { solution: () => reading }),
          })
          .finally(() => setFlagsFromString(letsYoungGenerationGrow)),
    }),
    ...(config.console && { consoleFolder }),
  })
}
