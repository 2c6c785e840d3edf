import { rowDigest, verifyElements } from '../src/foundation/audit/index.ts'
import { Script, sql, toStatement } from '../src/foundation/db/sql.ts'
import { type BareStatement, capture } from './capture.ts'
import { cpuSeconds, perRequestUs } from './cpu-time.ts'
import { median, spread } from './figures.ts'
import { readOptions } from './options.ts'
import { runPgbench } from './pgbench.ts'
import { headOf, keepResults } from './results.ts'
import { setUp } from './setup.ts'
import { type Workload, workloads } from './workloads.ts'

// Measures what the digests of rows cost. Runs the statements of a write as the server sends them, and the same
// statements without digests, in alternating rounds of pgbench; compares the rate and the CPU time of PostgreSQL. Also
// measures how long it takes to verify all elements.

const numbersOfRound = 10_000_000
let nextV = 1_000_000_000
let turn = 0

const given = readOptions(process.argv.slice(2))
if (given === undefined) process.exit(0)
const options = { ...given, on: { postgres: true, embedded: false } }
await using setup = await setUp(options)
const { database, bench, subject } = setup.postgres!
// This constraint would refuse the statements without digests.
await database.single.rows(new Script('alter table element_history drop constraint element_history_digest'))

const lines: string[] = []
for (const name of ['create', 'update']) lines.push(await measure(workloads.find((one) => one.name === name)!))
lines.push('', await measureVerifying())
const table = [
  `### What digests of rows cost a write: bare SQL on PostgreSQL, ${options.rows} elements`,
  '',
  '| operation | without/s | with digests/s | CPU without, µs | CPU with digests, µs | cost in CPU | spread |',
  '| --- | --- | --- | --- | --- | --- | --- |',
  ...lines,
  '',
].join('\n')
console.log(`\n${table}`)
keepResults(options.resultsFile, 'digests', `${headOf(options, bench.version, undefined)}\n${table}`)

interface Sides {
  readonly without: number[]
  readonly with: number[]
}

async function measure(workload: Workload): Promise<string> {
  const rates: Sides = { without: [], with: [] }
  const cpuUs: Sides = { without: [], with: [] }
  const cpu = () => cpuSeconds(subject.pid, bench.postmaster)
  for (let round = 0; round <= options.rounds; round++) {
    for (const side of round % 2 === 0 ? (['without', 'with'] as const) : (['with', 'without'] as const)) {
      const captured = await capture(database, bench.client, workload, { turn: ++turn, rows: options.rows })
      const statements = side === 'with' ? captured : captured.map(withoutDigests)
      nextV += numbersOfRound
      const between = workload.between(options.rows)
      const before = cpu()
      const rate = await runPgbench({ url: bench.url, statements, between, firstV: nextV, seconds: options.seconds })
      // Round 0 is a warm-up and is not counted.
      if (round === 0) continue
      rates[side].push(rate)
      const { database: used } = perRequestUs(before, cpu(), rate * options.seconds)
      if (used !== undefined) cpuUs[side].push(used)
    }
  }
  const cost = median(cpuUs.with) / median(cpuUs.without)
  const [least, greatest] = spread(cpuUs.with, cpuUs.without)
  const numbers = [rates.without, rates.with, cpuUs.without, cpuUs.with].map((all) => String(Math.round(median(all))))
  const range = `${least.toFixed(2)}–${greatest.toFixed(2)}`
  const line = `| ${[workload.title, ...numbers, `**${cost.toFixed(2)}**`, range].join(' | ')} |`
  console.log(line)
  return line
}

function withoutDigests(statement: BareStatement): BareStatement {
  const digests = [sql`inserted`, sql`old`, sql`e`].map((row) => toStatement(rowDigest(row)).text)
  const text = digests.reduce((rest, digest) => rest.replaceAll(digest, 'null::bytea'), statement.text)
  if (text.includes('sha256')) throw new Error(`digests are left:\n${text}`)
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
