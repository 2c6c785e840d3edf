import { randomUUID } from 'node:crypto'
import { readConfig } from '../../foundation/config/index.ts'
import { openStore } from '../../foundation/db/open-store.ts'
import { createMovableClock, type MovableClock } from '../../foundation/kit/clock.ts'
import { systemCaller } from '../../people/index.ts'
import { type Platform, type StartOptions, startPlatform } from '../../platform/index.ts'
import { accessOf, type ServerAccess } from '../server-access.ts'
import { createTestFolder } from './data-folder.ts'
import { takeSnapshot } from './snapshot.store.ts'

/** Access to the server of a test over HTTP. */
export type Access = Omit<ServerAccess, typeof Symbol.asyncDispose>

/** The body of an answer. */
// biome-ignore lint/suspicious/noExplicitAny: views of instances and tasks have many parts, and steps look at few
export type View = any

/** A server with the deployed solution. Before each test, the server returns to its state after the deployment. */
export interface TestServer extends AsyncDisposable {
  /** Restores the deployed state and starts the server with its clock at `atMs`. */
  begin(atMs: number, answerOutside: NonNullable<StartOptions['answerOutside']>): Promise<TestSession>
}

export interface TestSession extends AsyncDisposable {
  readonly platform: Platform
  readonly clock: MovableClock
  /** Access as the administrator. */
  readonly admin: Access
  /** Access with a token. */
  as(token: string): Access
}

/**
 * Deploys the solution in a folder on a new embedded database, with the clock at `deployMs`. Throws the problems of the
 * solution.
 */
export async function openTestServer(folder: string, deployMs: number): Promise<TestServer> {
  await using made = new AsyncDisposableStack()
  const { dataDir } = made.use(await createTestFolder())
  const token = randomUUID()
  const own = {
    HOST: '127.0.0.1',
    PORT: '0',
    DATA_DIR: dataDir,
    ADMIN_TOKEN: token,
    LOG_LEVEL: 'error',
    TEST_CLOCK: '1',
  }
  // Only the time zone is taken from the settings of the installation.
  const config = { ...readConfig({}, own), timeZone: readConfig().timeZone }
  const store = await openStore({ ...config, log: () => {} })
  made.defer(() => store.close())
  const opening = Promise.resolve({ database: store.database, close: async () => {} })
  const start = (clock: MovableClock, options: StartOptions = {}) =>
    startPlatform(config, { opening, clock, ...options })

  const deploying = await start(clockAt(deployMs))
  try {
    const { people, apps } = deploying.context
    await apps.solutions.applyFolder(systemCaller(await people.administrator()), folder)
  } finally {
    await deploying.close()
  }
  const restore = await takeSnapshot(store.database)
  const disposables = made.move()
  return {
    async begin(atMs, answerOutside) {
      await restore()
      const clock = clockAt(atMs)
      const platform = await start(clock, { answerOutside })
      const as = (of: string) => accessOf(platform.url, of)
      return { platform, clock, admin: as(token), as, [Symbol.asyncDispose]: () => platform.close() }
    },
    [Symbol.asyncDispose]: () => disposables.disposeAsync(),
  }
}

function clockAt(ms: number): MovableClock {
  const clock = createMovableClock()
  clock.setWall(ms - clock.nowMs())
  return clock
}
