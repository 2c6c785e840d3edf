import { noElements } from '../src/files/rights.store.ts'
import { searchFiles } from '../src/files/search/search-files.ts'
import type { Database } from '../src/foundation/db/database.ts'
import { systemCaller } from '../src/people/index.ts'
import { createLists } from '../src/query/index.ts'
import { captureWork } from './capture.ts'
import { fillCrowd } from './crowd.store.ts'
import { runDriver } from './driver.ts'
import { median, spread } from './figures.ts'
import { fillFiles } from './file-rows.store.ts'
import { readOptions } from './options.ts'
import { runOwnLoad } from './own-load.ts'
import { runPgbench } from './pgbench.ts'
import { headOf, keepResults } from './results.ts'
import { setUp } from './setup.ts'
import type { Subject } from './subject.ts'
import { runWrk } from './wrk.ts'

// Measures the search for files: by an administrator, who sees all files, and by users who see 1 %, against the
// administrator's statements as bare SQL. `--rows` is the number of files.

const searches: readonly { name: string; filter: object }[] = [
  { name: 'part of a name, 10 files', filter: { __name: '000123' } },
  { name: 'part of a name, a quarter', filter: { __name: 'invoice' } },
  { name: 'a word, 1 file', filter: { text: '4711' } },
  { name: 'two words, about 2 %', filter: { text: 'поставки слово77' } },
]
const most = 2
const nobody = '00000000-0000-0000-0000-000000000000'
/** Users who see 1 % of the files, as bench/file-rows.store.ts creates them. */
const users = [
  { title: 'made 1 %', login: 'user7' },
  { title: 'was given 1 % of directories', login: 'user107' },
]

const options = readOptions(process.argv.slice(2))
if (options === undefined) process.exit(0)
const { rounds, seconds } = options
const runLoad = options.generator === 'wrk' ? runWrk : runOwnLoad
const runBare = options.bare === 'pgbench' ? runPgbench : runDriver
const path = '/pub/v1/disk/files/search'

async function prepareFiles(database: Database): Promise<void> {
  await fillCrowd(database, { users: 1_000, groups: 100 })
  await fillFiles(database, options!.rows)
}

await using setup = await setUp({ ...options, rows: 100, prepare: prepareFiles })
const lines: string[] = []
for (const { name, filter } of searches) {
  if (setup.postgres) lines.push(...(await measure('PostgreSQL', setup.postgres.subject, name, filter)))
  if (setup.embedded) lines.push(...(await measure('embedded', setup.embedded.subject, name, filter)))
}
const table = [
  `### What it takes to find files: ${options.rows} of them, pages of 50 with the exact total`,
  '',
  '| database | search | who | bare SQL/s | HTTP/s | bare over HTTP | spread | target |',
  '| --- | --- | --- | --- | --- | --- | --- | --- |',
  ...lines,
  '',
].join('\n')
console.log(`\n${table}`)
keepResults(
  options.resultsFile,
  'search-files',
  `${headOf(options, setup.postgres?.bench.version, setup.embedded?.version)}\n${table}`,
)

async function measure(side: string, subject: Subject, name: string, filter: object): Promise<string[]> {
  const input = { filter, size: 50 }
  const bare = side === 'PostgreSQL' ? await bareOf(input) : undefined
  const people = [{ title: 'administrator', token: subject.token }]
  for (const { title, login } of users) people.push({ title, token: await tokenOf(subject, login) })
  const found: string[] = []
  for (const { title, token } of people) {
    const load = { url: subject.url, token, method: 'POST', path, body: JSON.stringify(input) } as const
    const run = (length: number) => runLoad({ ...load, between: [1, 1], firstV: 1, seconds: length })
    const rates: [number[], number[]] = [[], []]
    await run(seconds)
    for (let round = 0; round < rounds; round++) {
      if (bare !== undefined) rates[0].push(await bare())
      rates[1].push(await run(seconds))
    }
    const share = median(rates[0]) / median(rates[1])
    const cells =
      bare === undefined
        ? ['', median(rates[1]).toFixed(1), '', '', '']
        : [
            ...rates.map((rate) => median(rate).toFixed(1)),
            `**${share.toFixed(2)}**`,
            spread(rates[0], rates[1])
              .map((ratio) => ratio.toFixed(2))
              .join('–'),
            share <= most ? `≤ ${most}` : `≤ ${most}: missed by ${(share - most).toFixed(2)}`,
          ]
    found.push(`| ${[side, name, title, ...cells].join(' | ')} |`)
    console.log(found.at(-1))
  }
  return found
}

/** Captures the statements of an administrator's search and returns a function that runs them without a server. */
async function bareOf(input: object): Promise<() => Promise<number>> {
  const { database, bench } = setup.postgres!
  const statements = await captureWork(database, bench.client, ({ reader }) =>
    searchFiles(createLists(reader), { ...systemCaller(nobody), through: noElements }, input, Date.now()),
  )
  return () => runBare({ url: bench.url, statements, between: [1, 1], firstV: 1, seconds })
}

async function tokenOf({ url, token }: Subject, login: string): Promise<string> {
  const response = await fetch(`${url}/api/v1/tokens`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: JSON.stringify({ name: 'bench', login }),
  })
  if (response.status !== 200) throw new Error(await response.text())
  return ((await response.json()) as { token: string }).token
}
