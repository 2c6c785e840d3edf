// At night: it runs every benchmark once, and changes of the product seldom break one.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { workloads } from './workloads.ts'

const main = fileURLToPath(new URL('main.ts', import.meta.url))
const server = process.env.TEST_DATABASE_URL

// This test checks no speed, because other work on the test machine would distort it. With TEST_DATABASE_URL, bare SQL
// runs too.
test('the bench runs every operation and writes a row for each', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'chancery-bench-test-'))
  try {
    const file = join(folder, 'results.md')
    const size = ['--rows', '300', '--seconds', '0.1', '--rounds', '1', '--import-rows', '100']
    const tools = ['--generator', 'own', '--bare', 'driver', '--results', file]
    const where = ['--database', server ? 'both' : 'embedded']
    const environment = { ...process.env, BENCH_DATABASE_URL: server ?? '' }
    await promisify(execFile)(process.execPath, [main, ...size, ...tools, ...where], { env: environment })
    const results = readFileSync(file, 'utf8')
    for (const { title } of workloads) assert.match(results, new RegExp(`^\\| ${title} \\|`, 'm'))
    assert.match(results, /^\| embedded \| \*\*\d+\*\* \|/m)
    if (server) assert.match(results, /^### HTTP compared with bare SQL/m)
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('an invalid flag is answered with a sentence and exit code 1', async () => {
  const run = promisify(execFile)(process.execPath, [main, '--only', 'gett'])
  await assert.rejects(run, (error: { code: number; stderr: string }) => {
    assert.equal(error.code, 1)
    assert.match(error.stderr, /^bench: --only is "gett"; it must be get, /)
    return true
  })
})
