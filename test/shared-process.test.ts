import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { filesOn } from './run-files.ts'

const runner = fileURLToPath(new URL('../scripts/test.ts', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'chancery-runner-'))
after(() => rmSync(folder, { recursive: true }))

/** Runs `npm test` on files with these texts. */
function runTests(texts: Readonly<Record<string, string>>): { status: number | null; output: string; errors: string } {
  const paths = Object.entries(texts).map(([name, text]) => {
    const path = join(folder, `${name}.test.mjs`)
    writeFileSync(path, `import { after, before, beforeEach, it } from 'node:test'\n${text}`)
    return path
  })
  const { NODE_TEST_CONTEXT: _context, TEST_QUEUE: _queue, TEST_DATABASE_URL: _server, ...env } = process.env
  const { status, stdout, stderr } = spawnSync(process.execPath, [runner, '--on', 'embedded', ...paths], {
    env,
    timeout: 120_000,
  })
  return { status, output: String(stdout), errors: String(stderr) }
}

it('when a file fails in a test, in a hook or while it is loaded, the other files still run', () => {
  const { status, output } = runTests({
    a: `it('a fails', () => { throw new Error('no') })`,
    b: `before(() => { throw new Error('no') }); it('b is cancelled', () => {})`,
    c: `after(() => { throw new Error('no') }); it('c passes', () => {})`,
    d: `throw new Error('no')`,
    e: `it('e passes', () => {})`,
    f: `it('f passes', () => {})`,
  })
  assert.equal(status, 1)
  for (const name of ['c passes', 'e passes', 'f passes']) assert.match(output, new RegExp(`✔ ${name}`))
  for (const name of ['a', 'b', 'c', 'd']) assert.match(output, new RegExp(`✖ .*${name}\\.test\\.mjs`))
})

it('the hooks of a file do not apply to other files', () => {
  const { status, output } = runTests({
    g: `beforeEach(() => { throw new Error('no') }); it('g fails', () => {})`,
    h: `it('h passes', () => {})`,
    i: `it('i passes', () => {})`,
  })
  assert.deepEqual([status, /✔ h passes/.test(output), /✔ i passes/.test(output)], [1, true, true])
})

it('a file that ends its process fails, even with exit code 0', () => {
  const { status, errors } = runTests({ j: `it('j ends', () => process.exit(0))`, k: '', l: '' })
  assert.equal(status, 2)
  assert.match(errors, /ended before these files were run: .*j\.test\.mjs/)
})

it('a server that a failed test left running does not keep the run from its end', () => {
  const program = join(folder, 'endless.mjs')
  writeFileSync(program, 'setInterval(() => {}, 1000)')
  const servers = new URL('server-process.ts', import.meta.url)
  const { status, output } = runTests({
    m: `import { runProgram } from '${servers}'
      it('m leaves it', () => { runProgram('${program}', [], {}); throw new Error('no') })`,
    n: `it('n passes', () => {})`,
  })
  assert.equal(status, 1)
  assert.match(output, /✔ n passes/)
})

it('a database that is closed after the last file does not keep the run from its end', () => {
  const { status, output } = runTests({
    p: `import { openTestDatabase } from '${new URL('database.ts', import.meta.url)}'
      import { whenDone } from '${new URL('sharing.ts', import.meta.url)}'
      before(async () => {
        const [first, last] = await Promise.all([openTestDatabase(), openTestDatabase()])
        await first.close()
        whenDone(() => last.close())
      })
      it('p passes', () => {})`,
  })
  assert.deepEqual([status, /✔ p passes/.test(output)], [0, true])
})

it('the report of a failed run is whole, also when the reader of a pipe is slow', () => {
  const path = join(folder, 'o.test.mjs')
  const passing = `for (let i = 0; i < 2000; i += 1) it('o passes ' + i + 'x'.repeat(100), () => {})`
  writeFileSync(path, `import { it } from 'node:test'\n${passing}; it('o fails', () => { throw new Error('no') })`)
  const { NODE_TEST_CONTEXT: _context, TEST_QUEUE: _queue, TEST_DATABASE_URL: _server, ...env } = process.env
  const slowly = ['-c', '"$@" | { sleep 2; cat; }', 'sh', process.execPath, runner, '--on', 'embedded', path]
  assert.match(String(spawnSync('sh', slowly, { env }).stdout), /✖ failing tests:\s[\s\S]*✖ o fails/)
})

it('files that take long run on one database, all of them at night, and files of the embedded database never on PostgreSQL', () => {
  const fileOf = (name: string, comment: string): string => {
    const path = join(folder, `${name}.test.mjs`)
    writeFileSync(path, `${comment}\n`)
    return path
  }
  const both = fileOf('both', '// A test.')
  const embedded = fileOf('embedded', '// Runs on the embedded database only: no test in this file uses a database.')
  const twice = fileOf('twice', '// On PostgreSQL at night: its results do not depend on the database.')
  const long = fileOf('long', '// Takes long: it kills servers.')
  const server = fileOf('server', '// Takes long, on PostgreSQL: it kills the server.')
  const disk = fileOf(
    'disk',
    '// Takes long: it fills a disk.\n// Runs on the embedded database only: it is about a folder.',
  )
  const night = fileOf('night', '// At night: another step of CI does the same.')
  const all = [both, embedded, twice, long, server, disk, night]
  assert.deepEqual(filesOn('embedded', all, 'short'), [both, embedded, twice])
  assert.deepEqual(filesOn('embedded', all, 'long'), [long, disk])
  assert.deepEqual(filesOn('embedded', all, 'all'), all)
  assert.deepEqual(filesOn('postgres', all, 'short'), [both])
  assert.deepEqual(filesOn('postgres', all, 'long'), [server])
  assert.deepEqual(filesOn('postgres', all, 'all'), [both, twice, long, server, night])
})
