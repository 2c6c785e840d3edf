import { runDriver } from './driver.ts'
import { type Figures, median } from './figures.ts'
import { type Bench, measure, measureImport } from './measure.ts'
import { help, type Options, readOptions } from './options.ts'
import { runOwnLoad } from './own-load.ts'
import { operations } from './peers/operations.ts'
import { measurePeers, peerLine, peersHead, setUpPeers } from './peers/peers.ts'
import { type PeerFigures, peerTables } from './peers/tables.ts'
import { runPgbench } from './pgbench.ts'
import { type BenchName, headOf, keepResults } from './results.ts'
import { setUp } from './setup.ts'
import { tablesOf } from './tables.ts'
import { workloads } from './workloads.ts'
import { runWrk } from './wrk.ts'

let interrupted = false

async function run(options: Options): Promise<void> {
  await using setup = await setUp({ ...options, measuresStops: true })
  const { postgres, embedded } = setup
  const runLoad = options.generator === 'wrk' ? runWrk : runOwnLoad
  const runBare = options.bare === 'pgbench' ? runPgbench : runDriver
  const bench: Bench = { options, runLoad, runBare, postgres, embedded: embedded?.subject }

  const parts: Part<Figures>[] = workloads.map((workload) => [workload.name, () => measure(bench, workload)])
  parts.push(['import', () => measureImport(bench)])
  const { figures, failures } = await measureAll(options, parts, lineOf)
  const head = headOf(options, postgres?.bench.version, embedded?.version)
  finish(options, 'main', [head, tablesOf(figures), ...failures])
}

async function runPeers(options: Options): Promise<void> {
  await using scene = await setUpPeers(options)
  const parts: Part<PeerFigures>[] = operations.map((operation) => [
    operation.workload.name,
    () => measurePeers(scene, operation),
  ])
  const { figures, failures } = await measureAll(options, parts, peerLine)
  finish(options, 'peers', [peersHead(scene), peerTables(figures), ...failures])
}

/** The name of an operation, and the work that measures it. */
type Part<T> = [name: string, work: () => Promise<T>]

/** Measures the wanted operations, and prints a line for each. */
async function measureAll<T>(
  { only }: Options,
  parts: readonly Part<T>[],
  lineOf: (measured: T) => string,
): Promise<{ figures: T[]; failures: string[] }> {
  const figures: T[] = []
  const failures: string[] = []
  for (const [name, work] of parts.filter(([name]) => only.includes(name))) {
    try {
      const measured = await work()
      console.log(lineOf(measured))
      figures.push(measured)
    } catch (error) {
      if (interrupted) throw error
      // The measurements made so far are kept.
      failures.push(`**${name} failed**: ${textOf(error)}\n`)
      console.error(failures.at(-1))
    }
  }
  if (failures.length > 0) process.exitCode = 1
  return { figures, failures }
}

function finish({ resultsFile }: Options, bench: BenchName, results: readonly string[]): void {
  console.log(`\n${results.join('\n')}`)
  keepResults(resultsFile, bench, results.join('\n'))
}

function lineOf({ title, bare, postgres, embedded }: Figures): string {
  const rate = (name: string, rates: readonly number[]): string[] =>
    rates.length === 0 ? [] : [`${name} ${Math.round(median(rates))}/s`]
  const rates = [
    rate('bare SQL', bare.perSecond),
    rate('PostgreSQL', postgres.perSecond),
    rate('embedded', embedded.perSecond),
  ]
  return `${title}: ${rates.flat().join(', ')}`
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

// Ctrl+C reaches the child processes too: they end, the round fails, and the cleanup removes everything.
process.on('SIGINT', () => {
  interrupted = true
})
try {
  const options = readOptions(
    process.argv.slice(2),
    operations.map(({ workload }) => workload.name),
  )
  if (options === undefined) console.log(help)
  else await (options.peers ? runPeers(options) : run(options))
} catch (error) {
  console.error(`bench: ${interrupted ? 'interrupted' : textOf(error)}`)
  process.exitCode = 1
}
