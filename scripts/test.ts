import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { run } from 'node:test'
import { spec } from 'node:test/reporters'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { useCompileCache } from '../bin/compile-cache.js'

// Runs every test on the embedded database, and again on the PostgreSQL of TEST_DATABASE_URL when that is set. `--on
// embedded` or `--on postgres` runs one of the two. File names on the command line run these files instead of all. Test
// files share two processes. A file that begins with the comment "Runs alone: …" runs in a separate process. A file that
// begins with the comment "Runs on the embedded database only: …" is left out of the run on PostgreSQL.
useCompileCache(fileURLToPath(new URL('../node_modules/.cache/chancery', import.meta.url)))
const processes = 2
const sharedProcess = fileURLToPath(new URL('../test/shared-process.ts', import.meta.url))
const { values, positionals } = parseArgs({ options: { on: { type: 'string' } }, allowPositionals: true })
const { TEST_DATABASE_URL: serverUrl, ...environment } = process.env
const everywhere = ['src', 'test', 'bench', 'examples'].map((folder) => `${folder}/**/*.test.ts`)
const files = globSync(positionals.length > 0 ? positionals : everywhere).sort()

const beginsWith = (file: string, comment: string): boolean => readFileSync(file, 'utf8').startsWith(comment)
const onPostgres = files.filter(
  (file) => positionals.length > 0 || !beginsWith(file, '// Runs on the embedded database only: '),
)

if (files.length === 0) fail(`there is no test file ${positionals.join(' ')}`)
if (values.on !== undefined && values.on !== 'embedded' && values.on !== 'postgres')
  fail(`--on is "${values.on}"; it must be embedded or postgres`)
if (values.on !== 'postgres') await runAll('on the embedded database', environment, files)
if (values.on !== 'embedded') {
  if (serverUrl) await runAll('on PostgreSQL', process.env, onPostgres)
  else if (values.on === 'postgres') fail('--on postgres needs TEST_DATABASE_URL, a server that may create databases')
  else
    console.log(
      '\n!! SKIPPED: the same tests on PostgreSQL. Set TEST_DATABASE_URL to a server that may create databases.',
    )
}

/** Runs the test files and prints a report. Ends this program when a test fails. */
async function runAll(title: string, env: NodeJS.ProcessEnv, files: readonly string[]): Promise<void> {
  console.log(`\n── ${title} ${'─'.repeat(Math.max(0, 70 - title.length))}`)
  const alone = files.filter((file) => beginsWith(file, '// Runs alone: '))
  const shared = files.filter((file) => !alone.includes(file))
  const queue = mkdtempSync(join(tmpdir(), 'chancery-tests-'))
  writeFileSync(join(queue, 'files.json'), JSON.stringify(shared))
  let hasFailed = false
  let left: string[]
  try {
    const tests = run({
      files: [...Array(Math.min(processes, shared.length)).fill(sharedProcess), ...alone],
      concurrency: processes,
      env: { ...env, TEST_QUEUE: queue },
    })
    tests.on('test:fail', ({ todo }) => {
      hasFailed ||= todo === undefined || todo === false
    })
    for await (const text of tests.compose(spec)) process.stdout.write(text)
    left = shared.filter((_, index) => !existsSync(join(queue, `${index}.done`)))
  } finally {
    rmSync(queue, { recursive: true })
  }
  if (left.length > 0) fail(`a process ended before these files were run: ${left.join(', ')}`)
  if (hasFailed) process.exit(1)
}

function fail(sentence: string): never {
  console.error(sentence)
  process.exit(2)
}
