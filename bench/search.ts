import { captureWork } from './capture.ts'
import { runDriver } from './driver.ts'
import { median, spread } from './figures.ts'
import type { Load } from './load.ts'
import { readOptions } from './options.ts'
import { runOwnLoad } from './own-load.ts'
import { runPgbench } from './pgbench.ts'
import { records, recordTemplate } from './record.ts'
import { headOf, keepResults } from './results.ts'
import { openRooms } from './rooms.ts'
import { applyVariant } from './search-variants.ts'
import { setUp } from './setup.ts'
import type { Subject } from './subject.ts'
import { runWrk } from './wrk.ts'

// Measures the cost of searching for a part of a text, compared with a plain list of 50 in the same rounds, and the
// cost of search indexes for writes.

type Request = Pick<Load, 'method' | 'path' | 'body'>

const root = `/pub/v1/app/${records.namespace}/${records.code}`
const listOf = (filter?: object): Request => ({
  method: 'POST',
  path: `${root}/list`,
  body: JSON.stringify({ active: true, size: 50, ...(filter && { filter }) }),
})
const plain = listOf()
const everywhere: Request = { method: 'GET', path: '/api/v1/search?q=lot%20@n@&size=50', body: undefined }
const few = (needle: string) => ({ tf: { title: needle } })
/** The measured reads. `most` is the highest acceptable duration, as a multiple of a plain list. */
const reads: readonly { title: string; most?: number; request: Request; filter?: object }[] = [
  { title: 'searched text, few elements', most: 3, request: listOf(few('lot @n@')), filter: few('lot 77123') },
  { title: 'searched text, all elements, total kept', request: listOf(few('furniture')) },
  { title: 'text without `search`, few elements', request: listOf({ tf: { code: 'A-@n@' } }) },
  { title: 'search over everything', most: 5, request: everywhere },
]
const writes: readonly { title: string; request: Request }[] = [
  { title: 'create', request: { method: 'POST', path: `${root}/create`, body: `{"context":${recordTemplate}}` } },
  {
    title: 'update',
    request: {
      method: 'POST',
      path: `${root}/@id@/update`,
      body: '{"context":{"note":"Seen again @v@","quantity":7}}',
    },
  },
]
const moreApplications = 100

const options = readOptions(process.argv.slice(2))
if (options === undefined) process.exit(0)
const { rounds, seconds, rows } = options
const runLoad = options.generator === 'wrk' ? runWrk : runOwnLoad
const runBare = options.bare === 'pgbench' ? runPgbench : runDriver
let nextV = 1_000_000_000

await using setup = await setUp(options)
const found: { reads: string[]; writes: string[] } = { reads: [], writes: [] }
if (setup.postgres) await measureSide('PostgreSQL', setup.postgres.subject)
if (setup.embedded) await measureSide('embedded', setup.embedded.subject)
const tables = [
  `### What it takes to find a part of a text in ${rows} elements, beside a plain list of 50`,
  '',
  '| database | what | bare SQL/s | plain list/s | this/s | times of a plain list | spread | target |',
  '| --- | --- | --- | --- | --- | --- | --- | --- |',
  ...found.reads,
  '',
  '### What searched fields cost those who write, requests/s over HTTP',
  '',
  '| database | what | no searched field | 1 | 3 |',
  '| --- | --- | --- | --- | --- |',
  ...found.writes,
  '',
].join('\n')
console.log(`\n${tables}`)
keepResults(
  options.resultsFile,
  'search',
  `${headOf(options, setup.postgres?.bench.version, setup.embedded?.version)}\n${tables}`,
)

async function measureSide(side: string, subject: Subject): Promise<void> {
  for (const { title, most, request, filter } of reads) {
    const bare = side === 'PostgreSQL' && filter ? await bareOf(filter) : undefined
    await compare({ side, subject, title, most, request, bare })
  }
  await applyVariant(subject, { searched: ['title'], moreApplications })
  const title = `search over everything, ${moreApplications} applications more`
  await compare({ side, subject, title, most: undefined, request: everywhere, bare: undefined })
  await measureWrites(side, subject)
}

interface Comparison {
  readonly side: string
  readonly subject: Subject
  readonly title: string
  readonly most: number | undefined
  readonly request: Request
  readonly bare: (() => Promise<number>) | undefined
}

async function compare({ side, subject, title, most, request, bare }: Comparison): Promise<void> {
  const rates = { bare: [] as number[], plain: [] as number[], own: [] as number[] }
  await run(subject, plain)
  await run(subject, request)
  for (let round = 0; round < rounds; round++) {
    if (bare) rates.bare.push(await bare())
    rates.plain.push(await run(subject, plain))
    rates.own.push(await run(subject, request))
  }
  const times = median(rates.plain) / median(rates.own)
  const ratios = spread(rates.plain, rates.own).map((ratio) => ratio.toFixed(2))
  const target =
    most === undefined ? '' : times <= most ? `≤ ${most}` : `≤ ${most}: missed by ${(times - most).toFixed(2)}`
  const cells = [
    ...[side, title, bare ? median(rates.bare).toFixed(1) : '', median(rates.plain).toFixed(1)],
    ...[median(rates.own).toFixed(1), `**${times.toFixed(2)}**`, ratios.join('–'), target],
  ]
  found.reads.push(`| ${cells.join(' | ')} |`)
  console.log(found.reads.at(-1))
}

/** Measures writes in every round with each number of searched fields. The indexes are rebuilt each time. */
async function measureWrites(side: string, subject: Subject): Promise<void> {
  const variants = [[], ['title'], ['title', 'summary', 'note']]
  const rates = writes.map(() => variants.map((): number[] => []))
  for (let round = 0; round < rounds; round++) {
    for (const [at, searched] of variants.entries()) {
      await applyVariant(subject, { searched, moreApplications: 0 })
      for (const [which, { request }] of writes.entries()) rates[which]![at]!.push(await run(subject, request))
    }
  }
  for (const [which, { title }] of writes.entries()) {
    const [none, ...others] = rates[which]!.map((each) => median(each))
    const cells = [none!.toFixed(0), ...others.map((rate) => `${rate.toFixed(0)} (${(rate / none!).toFixed(2)})`)]
    found.writes.push(`| ${[side, title, ...cells].join(' | ')} |`)
    console.log(found.writes.at(-1))
  }
}

function run({ url, token }: Subject, request: Request): Promise<number> {
  nextV += 10_000_000
  return runLoad({ ...request, url, token, between: [Math.trunc(rows / 10), rows - 1], firstV: nextV, seconds })
}

/** Captures the statements of a list and returns a function that runs them without a server. */
async function bareOf(filter: object): Promise<() => Promise<number>> {
  const { database, bench } = setup.postgres!
  const statements = await captureWork(database, bench.client, async (seenBy) => {
    await using rooms = await openRooms(database, seenBy)
    await rooms.elements.list(rooms.caller, records, { active: true, size: 50, filter })
  })
  return () => runBare({ url: bench.url, statements, between: [1, 1], firstV: 1, seconds })
}
