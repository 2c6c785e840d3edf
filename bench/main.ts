import { runDriver } from './driver.ts'
import { type Figures, median } from './figures.ts'
import { type Bench, measure, measureImport } from './measure.ts'
import { help, type Options, readOptions } from './options.ts'
import { runOwnLoad } from './own-load.ts'
import { runPgbench } from './pgbench.ts'
import { headOf, keepResults } from './results.ts'
import { setUp } from './setup.ts'
import { tablesOf } from './tables.ts'
import { workloads } from './workloads.ts'
import { runWrk } from './wrk.ts'

let interrupted = false

async function run(options: Options): Promise<void> {
  await using setup = await setUp(options)
  const { postgres, embedded } = setup
  const runLoad = options.generator === 'wrk' ? runWrk : runOwnLoad
  const runBare = options.bare === 'pgbench' ? runPgbench : runDriver
  const bench: Bench = { options, runLoad, runBare, postgres, embedded: embedded?.subject }

  const parts: [string, () => Promise<Figures>][] = workloads.map((workload) => [
    workload.name,
    () => measure(bench, workload),
  ])
  parts.push(['import', () => measureImport(bench)])
  const figures: Figures[] = []
  const failures: string[] = []
  for (const [name, work] of parts.filter(([name]) => options.only.includes(name))) {
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
  const results = [headOf(options, postgres?.bench.version, embedded?.version), tablesOf(figures), ...failures]
  console.log(`\n${results.join('\n')}`)
  keepResults(options.resultsFile, 'main', results.join('\n'))
  if (failures.length > 0) process.exitCode = 1
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
  const options = readOptions(process.argv.slice(2))
  if (options === undefined) console.log(help)
  else await run(options)
} catch (error) {
  console.error(`bench: ${interrupted ? 'interrupted' : textOf(error)}`)
  process.exitCode = 1
}
