import { spawnSync } from 'node:child_process'

// Runs every test on the embedded database, then once more on the PostgreSQL of TEST_DATABASE_URL where that is set.
// Words on the command line are files to run instead of all.
const { TEST_DATABASE_URL: serverUrl, ...environment } = process.env
const files = process.argv.slice(2)
const patterns = files.length > 0 ? files : ['src/**/*.test.ts', 'test/**/*.test.ts', 'bench/**/*.test.ts']

function run(title: string, env: NodeJS.ProcessEnv): void {
  console.log(`\n── ${title} ${'─'.repeat(Math.max(0, 70 - title.length))}`)
  const { status } = spawnSync(process.execPath, ['--test', '--test-concurrency=2', ...patterns], {
    stdio: 'inherit',
    env,
  })
  if (status !== 0) process.exit(status ?? 1)
}

run('on the embedded database', environment)
if (serverUrl) run('on PostgreSQL', process.env)
else
  console.log(
    '\n!! SKIPPED: the same tests on PostgreSQL. Set TEST_DATABASE_URL to a server that may create databases.',
  )
