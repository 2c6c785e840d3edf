import { applicationCatalog } from '../src/data/applications/application-catalog.ts'
import { Storage } from '../src/data/index.ts'
import type { Database } from '../src/foundation/db/database.ts'
import { systemClock } from '../src/foundation/kit/clock.ts'
import { People, systemCaller } from '../src/people/index.ts'
import { kinds } from '../src/platform/kinds.ts'
import { createCatalog } from '../src/solutions/index.ts'
import { captureWork } from './capture.ts'
import { runDriver } from './driver.ts'
import { median, spread } from './figures.ts'
import { readOptions } from './options.ts'
import { runOwnLoad } from './own-load.ts'
import { runPgbench } from './pgbench.ts'
import { records } from './record.ts'
import { headOf, keepResults } from './results.ts'
import { setUp } from './setup.ts'
import { runWrk } from './wrk.ts'

// Measures reading a value of the key-value storage over HTTP, against its statement as bare SQL.

const keys = 1_000
const target = 0.4
const value = 'a value of forty characters, as a cursor'
const { namespace, code } = records

const options = readOptions(process.argv.slice(2))
if (options === undefined) process.exit(0)
const { rounds, seconds } = options
const runLoad = options.generator === 'wrk' ? runWrk : runOwnLoad
const runBare = options.bare === 'pgbench' ? runPgbench : runDriver

async function openStorage(database: Database, seenBy = database): Promise<Storage> {
  const catalog = applicationCatalog(await createCatalog(database, kinds))
  return new Storage(seenBy, systemClock, catalog, () => [])
}

async function fill(database: Database): Promise<void> {
  const people = new People({ database, clock: systemClock })
  const caller = systemCaller(await people.administrator())
  await people.close()
  const storage = await openStorage(database)
  for (let n = 1; n <= keys; n++) await storage.set(caller, { namespace, code, key: `key-${n}` }, value)
}

await using setup = await setUp({ ...options, rows: 100, prepare: fill })
const lines: string[] = []
const { postgres, embedded } = setup
const between = [1, keys] as const
const rates = { bare: [] as number[], postgres: [] as number[], embedded: [] as number[] }
const statements =
  postgres &&
  (await captureWork(postgres.database, postgres.bench.client, async (seenBy) =>
    (await openStorage(postgres.database, seenBy)).get({ namespace, code, key: 'key-1' }),
  ))
const templates = statements?.map((statement) => ({
  ...statement,
  values: statement.values.map((one) => one?.replace('key-1', 'key-@n@') ?? null),
}))

for (let round = 0; round <= rounds; round++) {
  const kept: typeof rates = round === 0 ? { bare: [], postgres: [], embedded: [] } : rates
  if (postgres && templates)
    kept.bare.push(await runBare({ url: postgres.bench.url, statements: templates, between, firstV: 1, seconds }))
  for (const [side, subject] of [
    ['postgres', postgres?.subject],
    ['embedded', embedded?.subject],
  ] as const) {
    if (subject === undefined) continue
    const { url, token } = subject
    const path = `/pub/v1/storage/${namespace}/${code}/key-@n@`
    kept[side].push(await runLoad({ url, token, method: 'GET', path, body: undefined, between, firstV: 1, seconds }))
  }
}

for (const [title, side] of [
  ['PostgreSQL', 'postgres'],
  ['embedded', 'embedded'],
] as const) {
  if (rates[side].length === 0) continue
  const share = median(rates[side]) / median(rates.bare)
  const [least, greatest] = spread(rates[side], rates.bare)
  const compared =
    rates.bare.length === 0 || side === 'embedded'
      ? ['', '', '']
      : [
          `**${share.toFixed(2)}**`,
          `${least.toFixed(2)}–${greatest.toFixed(2)}`,
          `≥ ${target}${share < target ? `: missed by ${(target - share).toFixed(2)}` : ''}`,
        ]
  const bare = side === 'postgres' && rates.bare.length > 0 ? String(Math.round(median(rates.bare))) : ''
  lines.push(`| ${[title, bare, String(Math.round(median(rates[side]))), ...compared].join(' | ')} |`)
}
const table = [
  '### Reading a value of an application from the key-value storage',
  '',
  '| database | bare SQL/s | HTTP/s | share | spread | target |',
  '| --- | --- | --- | --- | --- | --- |',
  ...lines,
  '',
].join('\n')
console.log(`\n${table}`)
keepResults(options.resultsFile, 'storage', `${headOf(options, postgres?.bench.version, embedded?.version)}\n${table}`)
