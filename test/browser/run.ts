import { globSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { useCompileCache } from '../../bin/compile-cache.js'
import { filesOn, runFiles } from '../run-files.ts'
import { chromiumPath } from './chromium.ts'
import { shakeSeed } from './shake.ts'
import { shotsFolder } from './shot.ts'

// Runs the tests of the console in Chromium: on the embedded database, and again on the PostgreSQL of TEST_DATABASE_URL
// when that is set. File names on the command line run these files alone; `--on embedded` or `--on postgres` runs one
// of the two; `--shots` also writes screenshots to console/shots. A file that begins with the comment "Runs on the
// embedded database only: …" is left out of the run on PostgreSQL, and one that begins with "On PostgreSQL at night: …" runs
// there with `--night` only.
useCompileCache(fileURLToPath(new URL('../../node_modules/.cache/chancery', import.meta.url)))
const { values, positionals } = parseArgs({
  options: {
    on: { type: 'string' },
    shots: { type: 'boolean', default: false },
    night: { type: 'boolean', default: false },
  },
  allowPositionals: true,
})
const { TEST_DATABASE_URL: serverUrl, ...environment } = process.env
const files = globSync(positionals.length > 0 ? positionals : 'test/browser/**/*.browser.ts').sort()

if (chromiumPath === undefined) {
  console.error('\n!! SKIPPED: the tests in a browser need Chromium, in /usr/bin/chromium or where CHROMIUM says.')
} else {
  if (files.length === 0) throw new Error(`there is no test file ${positionals.join(' ')}`)
  if (values.on !== 'postgres') await runAll('the console on the embedded database', environment, files)
  if (values.on !== 'embedded' && !values.shots) {
    const onPostgres = positionals.length > 0 ? files : filesOn('postgres', files, values.night ? 'all' : 'short')
    if (serverUrl) await runAll('the console on PostgreSQL', process.env, onPostgres)
    else console.error('\n!! SKIPPED: the same tests on PostgreSQL. Set TEST_DATABASE_URL to a server for tests.')
  }
  if (values.shots) console.log(`screenshots are in ${shotsFolder}`)
}

async function runAll(title: string, env: NodeJS.ProcessEnv, files: readonly string[]): Promise<void> {
  const more = values.shots ? { CONSOLE_SHOTS: '1' } : {}
  if (shakeSeed !== undefined) console.log(`requests are delayed, SHAKE=${shakeSeed}`)
  const { hasFailed, takenMs, left } = await runFiles({ title, env: { ...env, ...more }, files, processes: 2 })
  for (const [name, ms] of [...takenMs].sort(([, one], [, other]) => other - one))
    console.log(`${(ms / 1000).toFixed(0).padStart(5)} s  ${name}`)
  if (left.length > 0) console.error(`a process ended before these files were run: ${left.join(', ')}`)
  if (hasFailed || left.length > 0) process.exit(1)
}
