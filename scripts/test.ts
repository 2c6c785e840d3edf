import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { useCompileCache } from '../bin/compile-cache.js'

// Runs every test on the embedded database, and again on the PostgreSQL of TEST_DATABASE_URL when that is set. `--on
// embedded` or `--on postgres` runs one of the two. File names on the command line run these files instead of all.
// Every test file runs in its own process; the compile cache is shared.
useCompileCache(fileURLToPath(new URL('../node_modules/.cache/chancery', import.meta.url)))
const { values, positionals } = parseArgs({ options: { on: { type: 'string' } }, allowPositionals: true })
const { TEST_DATABASE_URL: serverUrl, ...environment } = process.env
const everywhere = ['src', 'test', 'bench', 'examples'].map((folder) => `${folder}/**/*.test.ts`)
const patterns = positionals.length > 0 ? positionals : everywhere

if (values.on !== undefined && values.on !== 'embedded' && values.on !== 'postgres')
  fail(`--on is "${values.on}"; it must be embedded or postgres`)
if (values.on !== 'postgres') run('on the embedded database', environment)
if (values.on !== 'embedded') {
  if (serverUrl) run('on PostgreSQL', process.env)
  else if (values.on === 'postgres') fail('--on postgres needs TEST_DATABASE_URL, a server that may create databases')
  else
    console.log(
      '\n!! SKIPPED: the same tests on PostgreSQL. Set TEST_DATABASE_URL to a server that may create databases.',
    )
}

function run(title: string, env: NodeJS.ProcessEnv): void {
  console.log(`\n── ${title} ${'─'.repeat(Math.max(0, 70 - title.length))}`)
  const { status } = spawnSync(process.execPath, ['--test', '--test-concurrency=2', ...patterns], {
    stdio: 'inherit',
    env,
  })
  if (status !== 0) process.exit(status ?? 1)
}

function fail(sentence: string): never {
  console.error(sentence)
  process.exit(2)
}
