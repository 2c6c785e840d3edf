import { median, spread } from './figures.ts'
import { readOptions } from './options.ts'
import { headOf, keepResults } from './results.ts'
import { setUp } from './setup.ts'
import type { Subject } from './subject.ts'

// Measures reports over HTTP, compared with the same SQL on the views `bi.*`. Like the answer of a report, this SQL
// gives the first 50 rows in the order of the report and the number of all rows. One request runs at a time, because
// the database is the limit.

interface Measured {
  readonly title: string
  readonly code: string
  readonly tf: object
  /** The SQL of the report with the values of its parameters, its order and the first page. */
  readonly bare: string
}

const most = 1.2
const reports: readonly Measured[] = [
  {
    title: 'sums over all elements',
    code: 'by_category',
    tf: {},
    bare: `select r.category, count(*) as records, sum(r.amount) as amount, max(r.amount) as largest,
      count(*) filter (where r.paid) as paid, count(*) over () as total from bi.bench_records r group by r.category order by 1, 2, 3, 4, 5 limit 50`,
  },
  {
    title: 'sums over half of the elements',
    code: 'by_category',
    tf: { due_since: '2026-07-01' },
    bare: `select r.category, count(*) as records, sum(r.amount) as amount, max(r.amount) as largest,
      count(*) filter (where r.paid) as paid, count(*) over () as total from bi.bench_records r where r.due >= date '2026-07-01'
      group by r.category order by 1, 2, 3, 4, 5 limit 50`,
  },
  {
    title: '1 % of the elements, the newest 50',
    code: 'of_quantity',
    tf: { wanted: 7 },
    bare: `select r.created_at as made, r.code, r.title, r.amount, count(*) over () as total from bi.bench_records r where r.quantity = 7
      order by 1 desc, 2, 3, 4 limit 50`,
  },
]

const options = readOptions(process.argv.slice(2))
if (options === undefined) process.exit(0)

await using setup = await setUp({ ...options, on: { postgres: true, embedded: false } })
if (setup.postgres === undefined) throw new Error('this bench needs PostgreSQL, because it measures bare SQL')
const { bench, subject } = setup.postgres
// The server sets this for its own connections, too.
await bench.client.query(`set jit = off; set timezone = 'UTC'`)
const lines: string[] = []
for (const report of reports) lines.push(await measure(report))
const table = [
  `### Reports over ${options.rows} elements, beside their bare SQL; milliseconds`,
  '',
  '| report | bare SQL | over HTTP | ratio | spread | target |',
  '| --- | --- | --- | --- | --- | --- |',
  ...lines,
  '',
].join('\n')
console.log(`\n${table}`)
keepResults(options.resultsFile, 'reports', `${headOf(options, bench.version, undefined)}\n${table}`)

async function measure({ title, code, tf, bare }: Measured): Promise<string> {
  const times = { bare: [] as number[], http: [] as number[] }
  const body = JSON.stringify({ size: 50, filter: { tf } })
  const runBare: Work = async () => bench.client.query(bare)
  const runHttp: Work = () => call(subject, `/pub/v1/reports/bench/${code}/list`, body)
  await Promise.all([runBare(), runHttp()])
  for (let round = 0; round < options!.rounds; round++) {
    // The two sides take turns with each request, so that other processes of the machine slow down both of them.
    const [ofBare, ofHttp] = await alternate(runBare, runHttp)
    times.bare.push(median(ofBare))
    times.http.push(median(ofHttp))
  }
  const ratio = median(times.http) / median(times.bare)
  const [least, greatest] = spread(times.http, times.bare)
  const verdict = ratio <= most ? `≤ ${most}` : `≤ ${most}: missed`
  const cells = [
    title,
    median(times.bare).toFixed(1),
    median(times.http).toFixed(1),
    `**${ratio.toFixed(2)}**`,
    `${least.toFixed(2)}–${greatest.toFixed(2)}`,
    verdict,
  ]
  const line = `| ${cells.join(' | ')} |`
  console.log(line)
  return line
}

type Work = () => Promise<unknown>

/** Runs both sides in turns for the seconds of a round and returns their durations in milliseconds. */
async function alternate(one: Work, other: Work): Promise<[number[], number[]]> {
  const durations: [number[], number[]] = [[], []]
  const endMs = performance.now() + options!.seconds * 1000
  while (performance.now() < endMs) {
    durations[0].push(await durationOf(one))
    durations[1].push(await durationOf(other))
  }
  return durations
}

async function durationOf(work: Work): Promise<number> {
  const beganMs = performance.now()
  await work()
  return performance.now() - beganMs
}

async function call({ url, token }: Subject, path: string, body: string): Promise<unknown> {
  const answer = await fetch(url + path, { method: 'POST', headers: { authorization: `Bearer ${token}` }, body })
  if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
  return answer.json()
}
