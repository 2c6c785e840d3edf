import { readConfig } from '../src/foundation/config/index.ts'
import { type Network, openNetwork } from '../src/foundation/db/postgres/network.fixture.ts'
import { systemCaller } from '../src/people/index.ts'
import { startPlatform } from '../src/platform/index.ts'
import { testPlace } from './database.ts'
import { adminToken, type Call, callAs, officeFolder } from './platform.ts'

export interface PlatformOnNetwork extends AsyncDisposable {
  /** The network between the server and PostgreSQL, which tests can disturb. */
  readonly network: Network
  readonly url: string
  readonly call: Call
}

/** Starts a server with the solution `office` and a disturbable network to PostgreSQL. */
export async function startOnNetwork(): Promise<PlatformOnNetwork> {
  const stack = new AsyncDisposableStack()
  const place = await testPlace()
  stack.defer(() => place.remove())
  const network = await openNetwork(place.databaseUrl!)
  stack.defer(() => network.goAway())
  const config = readConfig({}, { PORT: '0', DATA_DIR: place.dataDir, ADMIN_TOKEN: adminToken, LOG_LEVEL: 'silent' })
  const platform = await startPlatform({ ...config, databaseUrl: network.url }, { checkAnswers: true })
  stack.use(platform)
  const userId = await platform.context.people.administrator()
  await platform.context.apps.solutions.applyFolder(systemCaller(userId), officeFolder)
  const { url } = platform
  return { network, url, call: callAs(url, adminToken), [Symbol.asyncDispose]: () => stack.disposeAsync() }
}
