// Measures registrations into one case by 32 callers, through the room and over HTTP, compared with the bare statement
// on which registrations are built, alternating in one run: `node bench/registrations.ts --help`. Ends with an error
// when a number is missing or duplicated.
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
import { median, spread } from './figures.ts'
import { readOptions } from './options.ts'
import { openBenchDatabase } from './postgres.ts'
import { keepResults, machineHead } from './results.ts'

const options = readOptions(process.argv.slice(2))
if (options === undefined) process.exit(0)
const { seconds, rounds, on, databaseUrl, resultsFile } = options
const callers = 32
const target = 0.3
const token = 'token-of-the-bench'

/** Runs `work` with all callers concurrently for some seconds; returns the number of runs per second. */
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

async function assertGapless(database: Database, caseId: string): Promise<number> {
  const { count, last } = await numbersOf(database.reader, caseId)
  if (count !== last) throw new Error(`there are ${count} numbers, but the last one is ${last}`)
  return count
}

/** Measures on one database and returns the rows of the table. */
async function measure(databaseUrl: string | undefined): Promise<string[]> {
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
    let bares = 0
    const next = (): string => {
      const id = letters.pop()
      if (id === undefined) throw new Error('the bench needs more letters')
      return id
    }
    for (let round = 0; round <= rounds; round++) {
      // Round 0 is a warm-up and is not counted. Each round first creates the letters that it needs.
      for (let left = seconds * 3000 - letters.length; left > 0; left -= 500) await fill(500)
      const of = {
        bare: await rate(() => bareRegistration(database, bare, letters[bares++ % letters.length]!)),
        room: await rate(() =>
          registrations.register(caller, { element: { ...address, id: next() }, caseId: item.id }),
        ),
        http: await rate(() => call('/api/v1/registrations', { ...address, id: next(), caseId: item.id })),
      }
      if (round > 0) for (const name of ['bare', 'room', 'http'] as const) rates[name].push(of[name])
    }
    const count = await assertGapless(database, item.id)
    const title = database.kind === 'postgres' ? 'PostgreSQL' : 'embedded'
    console.log(`${title}: ${count} numbers without gap or double`)
    return (['room', 'http'] as const).map((name) => {
      const share = median(rates[name]) / median(rates.bare)
      const [least, greatest] = spread(rates[name], rates.bare)
      const verdict = `≥ ${target}${share < target ? `: missed by ${(target - share).toFixed(2)}` : ''}`
      const figures = [median(rates.bare), median(rates[name])].map((rate) => `${Math.round(rate)}/s`)
      const cells = [title, name === 'room' ? 'in the process' : 'over HTTP', ...figures]
      return `| ${[...cells, `**${share.toFixed(2)}**`, `${least.toFixed(2)}–${greatest.toFixed(2)}`, verdict].join(' | ')} |`
    })
  } finally {
    await platform.close()
    rmSync(dataDir, { recursive: true })
  }
}

await using own = on.postgres ? await openBenchDatabase(databaseUrl) : undefined
const lines = own === undefined ? [] : await measure(own.url)
if (on.embedded) lines.push(...(await measure(undefined)))
const table = [
  `### Registrations into one case by ${callers} callers`,
  '',
  'The bare statement gives a number, inserts a row and changes the element. The HTTP client runs in the process of the server.',
  '',
  '| database | registrations | bare statement | measured | share | spread | target |',
  '| --- | --- | --- | --- | --- | --- | --- |',
  ...lines,
  '',
].join('\n')
console.log(`\n${table}`)
const databases = [...(own ? [`PostgreSQL ${own.version}`] : []), ...(on.embedded ? ['embedded'] : [])]
keepResults(
  resultsFile,
  'registrations',
  `${machineHead(databases)}\n${rounds} alternating rounds of ${seconds} s.\n\n${table}`,
)
