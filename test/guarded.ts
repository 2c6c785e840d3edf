import { fileURLToPath } from 'node:url'
import { groupIdOf, systemCaller } from '../src/people/index.ts'
import { assertDone, aUser, item } from './everything.ts'
import { type Body, type Call, startTestPlatform, type TestPlatform } from './platform.ts'

export const matters = '/pub/v1/app/law/matters'
export const clients = '/pub/v1/app/law/clients'
export const vault = '/pub/v1/app/crypt/vault'

const folder = fileURLToPath(new URL('solutions/guarded', import.meta.url))

export interface Person {
  readonly id: string
  readonly call: Call
}

/** A server with the restricted applications of `test/solutions/guarded`, and users with different rights. */
export interface Guarded extends TestPlatform {
  /** Members of the groups of the same names: partners, clerks and importers. */
  readonly partner: Person
  readonly clerk: Person
  readonly importer: Person
  /** A user in no group. */
  readonly outsider: Person
}

export async function startGuarded(settings: Record<string, string> = {}): Promise<Guarded> {
  const started = await startTestPlatform(settings)
  const userId = await started.platform.context.people.administrator()
  await started.platform.context.apps.solutions.applyFolder(systemCaller(userId), folder)
  const [partner, clerk, importer, outsider] = [
    await aUser(started, { login: 'partner' }),
    await aUser(started, { login: 'clerk' }),
    await aUser(started, { login: 'importer' }),
    await aUser(started, { login: 'outsider' }),
  ]
  await fill(started.call, 'partners', partner)
  await fill(started.call, 'clerks', clerk)
  await fill(started.call, 'importers', importer)
  return { ...started, partner, clerk, importer, outsider }
}

async function fill(call: Call, code: string, { id }: Person): Promise<void> {
  assertDone(await call('POST', `/pub/v1/scheme/groups/${groupIdOf('law', code)}/add-items`, [id]))
}

/** Creates a matter. `call` should be the administrator's, whom no rule restricts. */
export async function aMatter(call: Call, context: Body): Promise<Body> {
  const secret = `secret of ${context.title}`
  return item(await call('POST', `${matters}/create`, { context: { kind: 'open', secret, ...context } }))
}
