import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus, loadavg, platform, release, totalmem } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Options } from './options.ts'

const intro = `# Speed

Written by the benches: the newest run of each bench. The folder [history](history) has the older runs. Absolute figures
of different machines, or of a machine under other load, cannot be compared. Compare the shares instead: both sides of a
share were measured in alternating rounds of one run.

- **Bare SQL**: the statements that the server itself sends for the operation. The bench runs each operation once through
  the rooms and records the statements that reach the database, so no statement is copied by hand. pgbench binds the
  parameters as variables; PostgreSQL computes values that must differ in each transaction (ids, unique values) from a
  number. An operation of several statements is one transaction of pgbench, which sends them one after the other.
  There are 32 connections with pgbench, and 8 with the driver.
- **HTTP**: 32 keep-alive connections, one server process, production settings, with everything enabled: token, rights,
  validation, unique keys, history, counters.
- **Share**: median divided by median over all rounds; the spread is the least and the greatest share of a single round.
- **Total kept**: every request of the list has the same filter and nobody writes, so only the first request counts rows.
  **Total counted**: every request has another filter.
- **Longest stop**: the longest time between two ticks of a timer inside the server, over all rounds. "Own CPU time" is the
  CPU time of the main thread in it; during the rest, the machine ran other processes.
`

/** Returns the date, commit and machine of a run, and the databases that it measured. */
export function machineHead(databases: readonly string[]): string {
  const date = new Date().toISOString().slice(0, 16).replace('T', ' ')
  const memoryGb = Math.round(totalmem() / 2 ** 30)
  return `## ${date} UTC, commit ${commit()}

${availableParallelism()} cores (${cpus()[0]?.model ?? 'unknown'}), ${memoryGb} GB, ${platform()} ${release()};
Node ${process.versions.node}; ${databases.join('; ')}.
Load average when the run ended, with the run itself: ${loadavg()[0]!.toFixed(1)}.`
}

/** Returns the heading of a run, which is above its tables. */
export function headOf(
  options: Options,
  postgresVersion: string | undefined,
  embeddedVersion: string | undefined,
): string {
  const { rows, rounds, seconds, generator, bare } = options
  const databases = [
    postgresVersion && `PostgreSQL ${postgresVersion}`,
    embeddedVersion && `embedded ${embeddedVersion}`,
  ]
  return `${machineHead(databases.flatMap((one) => one || []))}
${rows} elements, ${rounds} alternating rounds of ${seconds} s; load by ${generator === 'wrk' ? 'wrk' : 'our own generator'}, bare SQL by ${bare === 'pgbench' ? 'pgbench -M prepared' : 'the driver in a loop'}.
`
}

/** The benches, by the name of their file; `main` measures single operations,
 * `peers` compares them with other servers. */
export type BenchName =
  | 'main'
  | 'peers'
  | 'lists'
  | 'search'
  | 'search-files'
  | 'storage'
  | 'segments'
  | 'files'
  | 'contracts'
  | 'restricted'
  | 'digests'
  | 'start'
  | 'processes'
  | 'reports'
  | 'registrations'
  | 'console'
  | 'tests'

/**
 * Puts a run on top of the results file and moves the previous run of the same bench to `history/BENCH.md` beside the
 * file. `run` begins with the heading that `headOf` or `machineHead` returns.
 */
export function keepResults(file: string, bench: BenchName, run: string): void {
  const kept = sectionsOf(file)
  const isPrevious = (section: string): boolean => section.startsWith(`## ${bench}: `)
  const fresh = run.replace(/^## /, `## ${bench}: `).trimEnd()
  writeSections(file, intro, [fresh, ...kept.filter((section) => !isPrevious(section))])
  const previous = kept.filter(isPrevious)
  if (previous.length === 0) return
  const history = join(dirname(file), 'history', `${bench}.md`)
  mkdirSync(dirname(history), { recursive: true })
  const older = `# Older runs of ${bench}\n\nThe newest run is in [results.md](../results.md).\n`
  writeSections(history, older, [...previous, ...sectionsOf(history)])
}

/** Returns the runs in a file, each with its heading. */
function sectionsOf(file: string): string[] {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : ''
  return text
    .split(/^(?=## )/m)
    .slice(1)
    .map((section) => section.trimEnd())
}

function writeSections(file: string, opening: string, sections: readonly string[]): void {
  writeFileSync(file, `${[opening.trimEnd(), ...sections].join('\n\n')}\n`)
}

function commit(): string {
  const cwd = fileURLToPath(new URL('..', import.meta.url))
  const git = (...words: string[]): string =>
    execFileSync('git', words, { cwd, encoding: 'utf8', stdio: 'pipe' }).trim()
  try {
    return (
      git('rev-parse', '--short', 'HEAD') + (git('status', '--porcelain', '--', 'src') === '' ? '' : ' with changes')
    )
  } catch {
    return 'unknown'
  }
}
