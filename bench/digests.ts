import { rowDigest, verifyElements } from '../src/audit/index.ts'
import { Script, sql, toStatement } from '../src/db/sql.ts'
import { type BareStatement, capture } from './capture.ts'
import { median, spread } from './figures.ts'
import { readOptions } from './options.ts'
import { runPgbench } from './pgbench.ts'
import { headOf, keepResults } from './results.ts'
import { setUp } from './setup.ts'
import { type Workload, workloads } from './workloads.ts'

// What the digests of rows cost: the statements of a write as the server sends them, and the same without the digests,
// in alternating rounds of pgbench; and how long it takes to verify all elements.

const numbersOfRound = 10_000_000
let nextV = 1_000_000_000
let turn = 0

const given = readOptions(process.argv.slice(2))
if (given === undefined) process.exit(0)
const options = { ...given, on: { postgres: true, embedded: false } }
await using setup = await setUp(options)
const { database, bench } = setup.postgres!
// Else the statements without digests are refused.
await database.single.rows(new Script('alter table element_history drop constraint element_history_digest'))

const lines: string[] = []
for (const name of ['create', 'update']) lines.push(await measure(workloads.find((one) => one.name === name)!))
lines.push('', await measureVerifying())
const table = [
  `### What digests of rows cost a write: bare SQL on PostgreSQL, ${options.rows} elements`,
  '',
  '| operation | without/s | with digests/s | cost | spread |',
  '| --- | --- | --- | --- | --- |',
  ...lines,
  '',
].join('\n')
console.log(`\n${table}`)
keepResults(options.resultsFile, `${headOf(options, bench.version, undefined)}\n${table}`)

async function measure(workload: Workload): Promise<string> {
  const rates: { without: number[]; with: number[] } = { without: [], with: [] }
  for (let round = 0; round <= options.rounds; round++) {
    for (const side of round % 2 === 0 ? (['without', 'with'] as const) : (['with', 'without'] as const)) {
      const captured = await capture(database, bench.client, workload, { turn: ++turn, rows: options.rows })
      const statements = side === 'with' ? captured : captured.map(withoutDigests)
      nextV += numbersOfRound
      const between = workload.between(options.rows)
      const rate = await runPgbench({ url: bench.url, statements, between, firstV: nextV, seconds: options.seconds })
      // The first round warms up.
      if (round > 0) rates[side].push(rate)
    }
  }
  const cost = median(rates.without) / median(rates.with)
  const [least, greatest] = spread(rates.without, rates.with)
  const numbers = [rates.without, rates.with].map((rate) => String(Math.round(median(rate))))
  const range = `${least.toFixed(2)}–${greatest.toFixed(2)}`
  const line = `| ${[workload.title, ...numbers, `**${cost.toFixed(2)}**`, range].join(' | ')} |`
  console.log(line)
  return line
}

function withoutDigests(statement: BareStatement): BareStatement {
  const digests = [sql`inserted`, sql`old`, sql`changed`].map((row) => toStatement(rowDigest(row)).text)
  const text = digests
    .reduce((rest, digest) => rest.replaceAll(`, ${digest}`, ''), statement.text)
    .replace(/,\s+(digest_before, )?digest_after\)/, ')')
  if (text.includes('digest_') || text.includes('json_build_array')) throw new Error(`digests are left:\n${text}`)
  return { ...statement, text }
}

async function measureVerifying(): Promise<string> {
  let [elements, revisions] = [0, 0]
  const beganMs = performance.now()
  for (let after: string | undefined; ; ) {
    const found = await verifyElements(database.reader, after)
    elements += found.elements
    revisions += found.revisions
    if (found.next === null) break
    after = found.next
  }
  const tookS = (performance.now() - beganMs) / 1000
  const each = ((tookS / elements) * 1e6).toFixed(0)
  return `Verifying ${elements} elements with ${revisions} revisions took ${tookS.toFixed(1)} s, ${each} µs each.`
}
