import { spawnSync } from 'node:child_process'
import { globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { embeddedVersion } from '../src/foundation/db/embedded/database-folder.ts'
import { childCpuSeconds } from './cpu-time.ts'
import { keepResults, machineHead } from './results.ts'

const help = `node bench/tests.ts [--before CHECKOUT] [--results FILE]

Measures the CPU time of the tests on the embedded database, compared with "node --test" over the same number of empty
files in the same run. --before also runs the tests of another checkout.`

const text = { type: 'string' } as const
const { values } = parseArgs({ options: { before: text, results: text, help: { type: 'boolean' } } })
const root = fileURLToPath(new URL('..', import.meta.url))

interface Measured {
  readonly cpuS: number
  readonly wallS: number
}

/** Runs Node in a folder and returns the time that it and its children take. Throws when it fails. */
function timed(folder: string, words: readonly string[]): Measured {
  const [cpuS, wallMs] = [childCpuSeconds(), performance.now()]
  const { TEST_DATABASE_URL: _server, ...env } = process.env
  const { status, stdout } = spawnSync(process.execPath, words, { cwd: folder, env, maxBuffer: 2 ** 28 })
  if (status !== 0) throw new Error(`node ${words.join(' ')} ended with ${status}:\n${String(stdout).slice(-4000)}`)
  return { cpuS: childCpuSeconds() - cpuS, wallS: (performance.now() - wallMs) / 1000 }
}

/** Runs `node --test` over empty files, as many as there are test files. */
function timeEmptyFiles(): Measured {
  const folder = mkdtempSync(join(tmpdir(), 'chancery-bench-tests-'))
  const count = globSync('{src,test,bench,examples}/**/*.test.ts', { cwd: root }).length
  for (let n = 0; n < count; n++) writeFileSync(join(folder, `${n}.test.mjs`), '')
  try {
    return timed(folder, ['--test', '--test-concurrency=2'])
  } finally {
    rmSync(folder, { recursive: true })
  }
}

if (values.help) {
  console.log(help)
} else {
  const empty = timeEmptyFiles()
  const row = (what: string, { cpuS, wallS }: Measured): string =>
    `| ${what} | ${Math.round(cpuS)} | ${Math.round(wallS)} | **${(cpuS / empty.cpuS).toFixed(1)}** |`
  const run = ['scripts/test.ts', '--on', 'embedded']
  const rows = [row('as many empty files', empty), row('all tests', timed(root, run))]
  if (values.before) rows.push(row('all tests before', timed(values.before, run)))
  const table = [
    '### Tests',
    '',
    '| what | CPU s | s | CPU against empty files |',
    '| --- | --- | --- | --- |',
    ...rows,
  ]
  console.log(table.join('\n'))
  const head = machineHead([`embedded ${embeddedVersion}`])
  keepResults(values.results ?? join(root, 'bench/results.md'), 'tests', `${head}\n\n${table.join('\n')}\n`)
}
