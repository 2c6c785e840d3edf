import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { chmodSync, chownSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'

const program = fileURLToPath(new URL('../../bin/chancery.js', import.meta.url))
const cacheModule = new URL('../../bin/compile-cache.js', import.meta.url).href
const { NODE_COMPILE_CACHE: _ours, ...environment } = process.env

const folders: string[] = []
after(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'chancery-cache-'))
  folders.push(folder)
  return folder
}

/** Returns the result of `useCompileCache` in a separate process. */
function uses(folder: string): boolean {
  const text = `import { useCompileCache } from '${cacheModule}'; console.log(useCompileCache(process.argv[1]))`
  const said = execFileSync(process.execPath, ['--input-type=module', '-e', text, folder], { env: environment })
  return String(said).trim() === 'true'
}

describe('the cache of compiled code', () => {
  it('is created with its parent folders and filled', () => {
    const folder = join(newFolder(), 'new', 'cache')
    assert.equal(uses(folder), true)
    assert.ok(readdirSync(folder, { recursive: true }).length > 0)
  })

  it('is not used when other users may write to it, because they could put code there', () => {
    const shared = newFolder()
    chmodSync(shared, 0o777)
    assert.equal(uses(shared), false)
    assert.equal(uses(join(shared, 'cache')), false)
    assert.deepEqual(readdirSync(shared), [])
  })

  it('is not used when it belongs to another user', (t) => {
    if (process.getuid?.() !== 0) return t.skip('SKIPPED: only root can give a folder away')
    const folder = newFolder()
    chownSync(folder, 65_534, 65_534)
    assert.equal(uses(folder), false)
  })

  it('is optional: where it cannot be created, nothing fails', () => {
    const file = join(newFolder(), 'file')
    writeFileSync(file, '')
    assert.equal(uses(join(file, 'cache')), false)
  })
})

/** Runs a command and returns which files of the program and its packages the command loads. */
function loadedBy(...words: string[]): string[] {
  const log = join(newFolder(), 'loaded')
  const hook = `
    import { registerHooks } from 'node:module'
    import { appendFileSync } from 'node:fs'
    registerHooks({ load(url, context, next) { appendFileSync(${JSON.stringify(log)}, url + '\\n'); return next(url, context) } })`
  const flags = ['--import', `data:text/javascript,${encodeURIComponent(hook)}`]
  // As under `node --watch`, the program runs from its sources, not from its bundle.
  const env = { ...environment, WATCH_REPORT_DEPENDENCIES: '1' }
  execFileSync(process.execPath, [...flags, program, ...words], { env })
  const urls = readFileSync(log, 'utf8').trim().split('\n')
  return urls.filter((url) => url.startsWith('file:'))
}

describe('a command', () => {
  it('loads only its own code: help needs neither the server nor a package', () => {
    for (const words of [['--help'], ['apply', '--help'], ['serve', '--help'], ['token', 'create', '--help']]) {
      const loaded = loadedBy(...words)
      assert.ok(loaded.some((url) => url.includes('src/cli/commands.ts')))
      const heavy = loaded.filter((url) =>
        /src\/(platform|api|apps|http)|node_modules\/(fastify|@electric|pg)/.test(url),
      )
      assert.deepEqual(heavy, [])
    }
    assert.ok(loadedBy('--help').every((url) => !url.includes('node_modules')))
  })
})
