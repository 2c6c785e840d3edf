// Measures registrations into one case by many callers, through the room and over HTTP, beside the bare statement that
// they are built on, alternating in one run: `node bench/registrations.ts [callers] [seconds] [rounds]`. The database is
// that of TEST_DATABASE_URL, else an embedded one. Only the ratios mean something. Ends with an error when a number is
// missing or doubled.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { letterbox } from '../src/api/management/registrations/letters.fixture.ts'
import { readConfig } from '../src/foundation/config/index.ts'
import type { Database } from '../src/foundation/db/database.ts'
import { newId } from '../src/foundation/kit/ids.ts'
import { systemCaller } from '../src/people/index.ts'
import { startPlatform } from '../src/platform/index.ts'
import { bareRegistration, numbersOf, prepareBare } from './bare-registration.store.ts'
import { openBenchDatabase } from './postgres.ts'

const [callers, seconds, rounds] = [32, 3, 3].map((usual, place) => Number(process.argv[place + 2] ?? usual)) as [
  number,
  number,
  number,
]
const token = 'token-of-the-bench'

/** Runs `work` by all callers for some seconds; returns the number of runs per second. */
async function rate(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  const until = began + seconds * 1000
  let count = 0
  const one = async (): Promise<void> => {
    for (; performance.now() < until; count++) await work()
  }
  await Promise.all(Array.from({ length: callers }, one))
  return (count * 1000) / (performance.now() - began)
}

const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1]!

async function assertGapless(database: Database, caseId: string): Promise<number> {
  const { count, last } = await numbersOf(database.reader, caseId)
  if (count !== last) throw new Error(`there are ${count} numbers, but the last one is ${last}`)
  return count
}

async function measure(databaseUrl: string | undefined): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'chancery-registrations-'))
  const config = readConfig({}, { PORT: '0', DATA_DIR: dataDir, ADMIN_TOKEN: token, LOG_LEVEL: 'error' })
  const platform = await startPlatform({ ...config, databaseUrl })
  try {
    const { database, url } = platform
    const call = async (path: string, body: object | Uint8Array) => {
      const response = await fetch(url + path, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}` },
        body: (body instanceof Uint8Array ? body : JSON.stringify(body)) as string,
      })
      // biome-ignore lint/suspicious/noExplicitAny: answers have many shapes
      const answer = (await response.json()) as any
      if (!answer.success) throw new Error(answer.error)
      return answer
    }
    await call('/api/v1/solutions/apply', await letterbox())
    const office = await call('/pub/v1/nomenclature/directory', { name: 'Bench', type: 'place' })
    const body = { name: 'Bench', docflow: 'input', directoryId: office.item.id }
    const { item } = await call('/pub/v1/nomenclature', body)
    const caller = systemCaller(await platform.context.people.administrator())
    const { elements } = platform.context.apps
    const { registrations } = platform.context.registry
    const address = { namespace: 'letterbox', code: 'plain' }
    const letters: string[] = []
    const fill = async (count: number): Promise<void> => {
      const made = Array.from({ length: count }, () => elements.create(caller, address, { subject: newId() }))
      letters.push(...(await Promise.all(made)).map(({ id }) => id))
    }
    const bare = await prepareBare(database, item.id)
    const rates = { bare: [] as number[], room: [] as number[], http: [] as number[] }
    const next = (): string => {
      const id = letters.pop()
      if (id === undefined) throw new Error('the bench needs more letters')
      return id
    }
    for (let round = 0; round <= rounds; round++) {
      // The first round warms up.
      for (let left = seconds * 4000; left > 0; left -= 500) await fill(500)
      const of = {
        bare: await rate(() => bareRegistration(database, bare, next())),
        room: await rate(() =>
          registrations.register(caller, { element: { ...address, id: next() }, caseId: item.id }),
        ),
        http: await rate(() => call('/api/v1/registrations', { ...address, id: next(), caseId: item.id })),
      }
      if (round > 0) for (const name of ['bare', 'room', 'http'] as const) rates[name].push(of[name])
    }
    const [one, room, http] = [median(rates.bare), median(rates.room), median(rates.http)]
    const count = await assertGapless(database, item.id)
    const shown = (value: number): string =>
      `${Math.round(value)}/s (${(value / one).toFixed(2)} of the bare statement)`
    console.log(`${database.kind}, ${callers} callers, one case: bare statement ${Math.round(one)}/s`)
    console.log(`  registrations ${shown(room)}; over HTTP ${shown(http)}; ${count} numbers without gap or double`)
  } finally {
    await platform.close()
    rmSync(dataDir, { recursive: true })
  }
}

const { TEST_DATABASE_URL: serverUrl } = process.env
await using own = serverUrl === undefined ? undefined : await openBenchDatabase(serverUrl)
await measure(own?.url)
