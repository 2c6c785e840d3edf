import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import type { Log } from '../../foundation/kit/log.ts'
import { consoleFolder } from './console.fixture.ts'
import { createConsole } from './console.ts'
import { hashOfSources } from './source-hash.ts'

const silent: Log = () => {}

/** Returns what the console answers for its first page after its start. */
async function firstPage(folder: string): Promise<{ status: number; body: string }> {
  const pages = createConsole(folder, silent)!
  await pages.start()
  const { status, body } = (await pages.answer('', {}))!
  await pages.close()
  return { status, body: String(body) }
}

describe('the console', () => {
  it('is built at the first start, and a notice is shown until then', async () => {
    using folder = consoleFolder()
    const pages = createConsole(folder.path, silent)!
    const waiting = (await pages.answer('tasks', {}))!
    assert.deepEqual([waiting.status, waiting.headers['retry-after']], [503, '1'])
    assert.match(String(waiting.body), /<script src="\/console\/reload\.js" .*is being built.*reloads by itself/s)
    await pages.start()
    const page = (await pages.answer('tasks', {}))!
    assert.equal(page.status, 200)
    assert.match(String(page.body), /<title>Console<\/title> built$/)
    assert.deepEqual(readdirSync(folder.path).sort(), ['dist', 'index.html', 'src', 'vite.config.ts'])
  })

  it('can be read by other users, as far as the umask allows', async () => {
    const modeOf = (path: string): number => statSync(path).mode & 0o777
    const before = process.umask(0o022)
    try {
      for (const [umask, mode] of [
        [0o022, 0o755],
        [0o027, 0o750],
      ] as const) {
        using folder = consoleFolder()
        process.umask(umask)
        await firstPage(folder.path)
        assert.deepEqual([modeOf(join(folder.path, 'dist')), modeOf(join(folder.path, 'dist/assets'))], [mode, mode])
      }
    } finally {
      process.umask(before)
    }
  })

  it('is not built again while sources and lock file stay the same', async () => {
    using folder = consoleFolder()
    await firstPage(folder.path)
    folder.write('dist/index.html', 'as it was')
    folder.write('src/main.test.tsx', 'a test changes no page')
    assert.equal((await firstPage(folder.path)).body, 'as it was')
  })

  it('is built again when a source, a name of a source or the lock file changes', async () => {
    using folder = consoleFolder()
    const changes = [
      () => folder.write('src/main.tsx', 'export const changed = 1'),
      () => folder.write('src/more.tsx', ''),
      () => rmSync(join(folder.path, 'src/more.tsx')),
      () => writeFileSync(join(folder.path, '../package-lock.json'), '{"packages": {}}'),
      () => rmSync(join(folder.path, 'dist'), { recursive: true }),
      () => rmSync(join(folder.path, 'dist/sources.sha256')),
    ]
    await firstPage(folder.path)
    for (const [at, change] of changes.entries()) {
      folder.write('dist/index.html', 'as it was')
      change()
      assert.match((await firstPage(folder.path)).body, /built$/, `change ${at}`)
    }
  })

  it('that cannot be built says so on its page and in the log, and the next start tries again', async () => {
    using folder = consoleFolder()
    folder.write('index.html', 'broken')
    const logged: unknown[] = []
    const pages = createConsole(folder.path, (_level, message, details) => logged.push(message, details))!
    await pages.start()
    const { status, headers, body } = (await pages.answer('', {}))!
    assert.deepEqual([status, headers['retry-after']], [503, undefined])
    assert.match(String(body), /could not be built.*log of the server.*API works/s)
    const [message, details] = logged as [string, { error: Error }]
    assert.equal(message, 'the console could not be built')
    assert.match(details.error.message, /there is a mistake in index\.html/)
    assert.deepEqual(readdirSync(folder.path).sort(), ['index.html', 'src', 'vite.config.ts'])
    folder.write('index.html', 'mended')
    assert.equal((await firstPage(folder.path)).body, 'mended built')
  })

  it('stops its build when the server stops, and leaves nothing behind', async () => {
    using folder = consoleFolder()
    folder.write('index.html', 'slow')
    const logged: string[] = []
    const pages = createConsole(folder.path, (_level, message) => logged.push(message))!
    const started = pages.start()
    await pages.close()
    await started
    assert.deepEqual(logged, [])
    assert.ok(!readdirSync(folder.path).some((name) => name.startsWith('dist')))
  })

  it('is answered as it is where the build tools are missing, and does not exist without pages and tools', async () => {
    using folder = consoleFolder({ hasTool: false })
    const logged: string[] = []
    assert.equal(
      createConsole(folder.path, (level, message) => logged.push(`${level}: ${message}`)),
      undefined,
    )
    assert.match(logged.join(), /^error: the console is missing: .*dist has no pages; run "npm ci && npm run console"/)
    folder.write('dist/index.html', 'of a release')
    assert.equal((await firstPage(folder.path)).body, 'of a release')
    assert.ok(!existsSync(join(folder.path, 'dist/sources.sha256')))
  })

  it('is not replaced by a server that ends its build after another server', async () => {
    using folder = consoleFolder()
    const first = firstPage(folder.path)
    folder.write('dist/index.html', 'of the other server')
    folder.write('dist/sources.sha256', hashOfSources(folder.path))
    assert.match((await first).body, /built$/)
    assert.equal(readFileSync(join(folder.path, 'dist/index.html'), 'utf8'), 'of the other server')
    assert.deepEqual(readdirSync(folder.path).sort(), ['dist', 'index.html', 'src', 'vite.config.ts'])
  })

  it('is whole after several servers have built it at the same time', async () => {
    using folder = consoleFolder()
    await Promise.all([firstPage(folder.path), firstPage(folder.path)])
    assert.match(readFileSync(join(folder.path, 'dist/index.html'), 'utf8'), /built$/)
    assert.equal((await firstPage(folder.path)).status, 200)
  })
})
