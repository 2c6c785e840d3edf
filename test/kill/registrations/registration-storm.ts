import { setTimeout as sleep } from 'node:timers/promises'
import { letterbox } from '../../../src/api/management/registrations/letters.fixture.ts'
import { openStore } from '../../../src/foundation/db/open-store.ts'
import { verifyJournals } from '../../../src/records/registrations/verify-journals.ts'
import { embeddedPlace } from '../../database.ts'
import { freePort } from '../../server-process.ts'
import { apiClient, type Call } from '../api-client.ts'
import { deploy } from '../deploy.ts'
import { between, seededRandom } from '../random.ts'
import { type Server, startServer } from '../server.ts'
import { type AckedNumber, judgeNumbers } from './judge-numbers.ts'
import { storedNumbers } from './numbers.store.ts'

export interface RegistrationStormOptions {
  readonly kills: number
  readonly seed: number
  /** URL of the PostgreSQL database; absent for the embedded database. */
  readonly databaseUrl?: string | undefined
  /** Number of acknowledged registrations after which the test ends. */
  readonly registrations: number
  readonly callers?: number
  /** Called at the end on the database without a running server. Tests plant damage here. */
  readonly atTheEnd?: (database: Awaited<ReturnType<typeof openStore>>['database']) => Promise<void>
}

export interface RegistrationStormResult {
  readonly problems: readonly string[]
  readonly acked: number
  readonly stored: number
}

/**
 * Runs the test: callers register letters in one case while the server is killed again and again. In the end, the
 * numbers must be 1 to n without gaps or duplicates, every acknowledged number must be stored, every registration must
 * have its revision of the letter, and the verification of the journal must succeed.
 */
export async function runRegistrationStorm(options: RegistrationStormOptions): Promise<RegistrationStormResult> {
  const { kills, seed, databaseUrl, registrations, callers = 32 } = options
  const random = seededRandom(seed)
  const port = await freePort()
  const place = await embeddedPlace()
  const start = (): Promise<Server> => startAgain({ dataDir: place.dataDir, port, databaseUrl })
  const acked: AckedNumber[] = []
  const problems: string[] = []
  let server = await start()
  try {
    const call = apiClient(server.url)
    const caseId = await prepare([server.url], call)
    let isOver = false
    const clients = Array.from({ length: callers }, async () => {
      while (!isOver) await registerOne(call, caseId, acked, problems).catch(() => sleep(50))
    })
    for (let kill = 1; kill <= kills; kill++) {
      await until(() => acked.length >= (registrations * kill) / (kills + 1))
      await sleep(between(random, 0, 300))
      await server.kill()
      server = await start()
    }
    await until(() => acked.length >= registrations)
    isOver = true
    await Promise.all(clients)
    if ((await server.stop()) !== 0) problems.push('the server did not end with exit code 0')
    const store = await openStore({ dataDir: place.dataDir, databaseUrl, log: () => {} })
    try {
      await options.atTheEnd?.(store.database)
      const stored = await storedNumbers(store.database.reader, caseId)
      const { journals } = await verifyJournals(store.database.reader)
      problems.push(...judgeNumbers(stored, acked), ...journals.flatMap((one) => one.problems))
      return { problems, acked: acked.length, stored: stored.filter((one) => one.number !== null).length }
    } finally {
      await store.close()
    }
  } finally {
    await server.kill()
    await place.remove()
  }
}

const maxStarts = 5

/** Starts a server as a supervisor does: retries when the database does not answer in time on a busy machine. */
async function startAgain(settings: Parameters<typeof startServer>[0]): Promise<Server> {
  for (let starts = 1; ; starts++) {
    try {
      return await startServer(settings)
    } catch (error) {
      if (starts === maxStarts) throw error
    }
  }
}

/** Creates the application, the office and the case. Returns the id of the case. */
export async function prepare(urls: readonly string[], call: Call): Promise<string> {
  await deploy(urls, await letterbox())
  const office = await call('POST', '/pub/v1/nomenclature/directory', { name: 'Storm', type: 'place' })
  const body = { name: 'Storm', docflow: 'input', directoryId: office.body.item.id }
  return (await call('POST', '/pub/v1/nomenclature', body)).body.item.id
}

/** Creates a letter and registers it. A request without an answer is repeated once with the same key. */
async function registerOne(call: Call, caseId: string, acked: AckedNumber[], problems: string[]): Promise<void> {
  const made = await call('POST', '/pub/v1/app/letterbox/plain/create', { context: { subject: 'a' } })
  if (made.status !== 200) return void (await sleep(50))
  const letter = made.body.item.__id
  const body = { namespace: 'letterbox', code: 'plain', id: letter, caseId }
  const key = { 'idempotency-key': letter }
  const answer = await call('POST', '/api/v1/registrations', body, key).catch(async () => {
    await sleep(500)
    return call('POST', '/api/v1/registrations', body, key)
  })
  if (answer.status === 200) acked.push({ letter, number: answer.body.item.number })
  else if (answer.status < 500) problems.push(`refused: ${answer.body.error}`)
}

async function until(isReached: () => boolean): Promise<void> {
  for (let looks = 6000; !isReached(); looks--) {
    if (looks === 0) throw new Error('the server acknowledges almost no registrations')
    await sleep(100)
  }
}
