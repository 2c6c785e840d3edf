// Runs on the embedded database only: it tests the bundle, which is the same for every database.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'

const project = fileURLToPath(new URL('../..', import.meta.url))
const { WATCH_REPORT_DEPENDENCIES: _ours, ...environment } = process.env

describe('the bundle of the program', () => {
  let copy: string
  const run = (words: readonly string[], env = {}): string =>
    String(execFileSync(process.execPath, words, { cwd: copy, env: { ...environment, ...env } }))
  /** Returns whether the launcher runs the bundle or the sources. */
  const found = (env = {}): string => {
    const text =
      "import { findBundle } from './bin/bundle.js'; console.log(findBundle() === undefined ? 'sources' : 'bundle')"
    return run(['--input-type=module', '-e', text], env).trim()
  }
  before(() => {
    copy = mkdtempSync(join(tmpdir(), 'chancery-bundle-'))
    for (const name of ['bin', 'src', 'package.json', 'package-lock.json'])
      cpSync(join(project, name), join(copy, name), { recursive: true, preserveTimestamps: true })
    symlinkSync(join(project, 'node_modules'), join(copy, 'node_modules'))
  })
  after(() => rmSync(copy, { recursive: true, force: true }))

  it('is not there before it is written, and the program runs from its sources', () => {
    assert.equal(found(), 'sources')
    assert.match(run(['bin/chancery.js', 'serve', '--help']), /Start the server/)
  })

  it('runs as the sources do', () => {
    const fromSources = run(['bin/chancery.js', 'serve', '--help'])
    run(['bin/write-bundle.js'])
    assert.equal(found(), 'bundle')
    assert.equal(run(['bin/chancery.js', 'serve', '--help']), fromSources)
  })

  it('can be read by other users, such as the one that runs the server', () => {
    const [folder] = readdirSync(join(copy, '.cache/bundle'), { withFileTypes: true }).filter((one) =>
      one.isDirectory(),
    )
    for (const path of ['.cache', '.cache/bundle', join('.cache/bundle', folder!.name)])
      assert.equal(statSync(join(copy, path)).mode & 0o777 & ~process.umask(), 0o777 & ~process.umask(), path)
  })

  it('is not used under "node --watch", which follows the sources', () => {
    assert.equal(found({ WATCH_REPORT_DEPENDENCIES: '1' }), 'sources')
  })

  it('is not used when other users may write to it, because they could put code there', () => {
    chmodSync(join(copy, '.cache/bundle'), 0o777)
    assert.equal(found(), 'sources')
    chmodSync(join(copy, '.cache/bundle'), 0o755)
    assert.equal(found(), 'bundle')
  })

  it('is not used after a source has changed, until it is written again', () => {
    const changedAt = new Date(Date.now() - 3_600_000)
    utimesSync(join(copy, 'src/cli/greeting.ts'), changedAt, changedAt)
    assert.equal(found(), 'sources')
    run(['bin/write-bundle.js'])
    assert.equal(found(), 'bundle')
  })

  it('is used after the folder of the program was moved', () => {
    const moved = `${copy}-moved`
    renameSync(copy, moved)
    copy = moved
    assert.equal(found(), 'bundle')
    assert.match(run(['bin/chancery.js', 'serve', '--help']), /Start the server/)
  })
})
