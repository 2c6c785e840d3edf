import { globSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { useCompileCache } from '../bin/compile-cache.js'
import { filesOn, runFiles, testProcesses } from '../test/run-files.ts'

// Runs the tests on the embedded database, and again on the PostgreSQL of TEST_DATABASE_URL when that is set. `--on
// embedded` or `--on postgres` runs one of the two. Files that take long are left out: `--long` runs these alone, and
// `--night` all files; which comments at the beginning of a file decide, `filesOn` says. Files and folders on the command
// line run these instead of all, on both databases. Test files share a few processes; a file that begins with the comment
// "Runs alone: …" runs in a separate process.
useCompileCache(fileURLToPath(new URL('../node_modules/.cache/chancery', import.meta.url)))
const { values, positionals } = parseArgs({
  options: {
    on: { type: 'string' },
    long: { type: 'boolean', default: false },
    night: { type: 'boolean', default: false },
  },
  allowPositionals: true,
})
const { TEST_DATABASE_URL: serverUrl, ...environment } = process.env
const everywhere = ['src', 'test', 'bench', 'examples', 'console/src'].map((folder) => `${folder}/**/*.test.ts`)
const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
const given = positionals.map((path) => (isFolder(path) ? `${path}/**/*.test.ts` : path))
const files = globSync(given.length > 0 ? given : everywhere).sort()
const choice = values.night ? 'all' : values.long ? 'long' : 'short'
const chosen = (database: 'embedded' | 'postgres'): readonly string[] =>
  positionals.length > 0 ? files : filesOn(database, files, choice)

if (files.length === 0) fail(`there is no test file ${positionals.join(' ')}`)
if (values.on !== undefined && values.on !== 'embedded' && values.on !== 'postgres')
  fail(`--on is "${values.on}"; it must be embedded or postgres`)
if (values.on !== 'postgres') await runAll('on the embedded database', environment, chosen('embedded'))
if (values.on !== 'embedded') {
  if (serverUrl) await runAll('on PostgreSQL', process.env, chosen('postgres'))
  else if (values.on === 'postgres') fail('--on postgres needs TEST_DATABASE_URL, a superuser of a server for tests')
  else
    console.log(
      '\n!! SKIPPED: the same tests on PostgreSQL. Set TEST_DATABASE_URL to a superuser of a server for tests.',
    )
}
if (choice === 'short' && positionals.length === 0)
  console.log('\nFiles that take long were left out; `npm run long` runs them.')

/** Runs the test files. Ends this program when a test fails. */
async function runAll(title: string, env: NodeJS.ProcessEnv, files: readonly string[]): Promise<void> {
  const { hasFailed, takenMs, left } = await runFiles({ title, env, files, processes: testProcesses() })
  const slowest = [...takenMs].sort(([, one], [, other]) => other - one).slice(0, 20)
  console.log(`\nThe slowest files ${title}`)
  for (const [name, ms] of slowest) console.log(`${(ms / 1000).toFixed(0).padStart(5)} s  ${name}`)
  if (left.length > 0) fail(`a process ended before these files were run: ${left.join(', ')}`)
  if (hasFailed) process.exit(1)
}

function fail(sentence: string): never {
  console.error(sentence)
  process.exit(2)
}
