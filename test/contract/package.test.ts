import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { describe, it } from 'node:test'

/** The files of the npm archive. `lib` and `console/dist` are built before the archive is made, so they may be absent. */
const packed: string[] = JSON.parse(
  String(
    execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], { stdio: ['ignore', 'pipe', 'ignore'] }),
  ),
)[0].files.map(({ path }: { path: string }) => path)

describe('the npm archive', () => {
  it('has no tests, fixtures, sources or snapshots', () => {
    // The tests of processes in solutions are examples for authors.
    const wrong = packed.filter((path) => /\.ts$|\.tsx$|\.test\.(?!yaml)|fixture|snapshot/.test(path))
    assert.deepEqual(wrong, [])
  })

  it('has the files that the program loads beside its code', () => {
    const loaded = [
      'src/foundation/db/migrations/*.sql',
      'src/*/**/built-in/*',
      'solutions/**/*.*',
      'schemas/*.json',
      'texts/**/*.json',
    ]
    const files = loaded.flatMap((pattern) => globSync(pattern)).filter((path) => !path.endsWith('.ts'))
    assert.ok(files.length > 150, String(files.length))
    assert.deepEqual(
      files.filter((path) => !packed.includes(path)),
      [],
    )
  })

  it('has the launcher, the licences and nothing else of the repository', () => {
    const known = /^(bin|console\/dist|docs|lib|schemas|solutions|src\/.*\/(migrations|built-in)|texts)\//
    assert.deepEqual(packed.filter((path) => !known.test(path)).sort(), [
      'CHANGELOG.md',
      'LICENSE',
      'NOTICE',
      'README.md',
      'package.json',
    ])
    assert.deepEqual(packed.filter((path) => /^(bin|docs)\//.test(path)).sort(), [
      'bin/bundle.js',
      'bin/chancery.js',
      'bin/compile-cache.js',
      'docs/third-party-licences.md',
    ])
    assert.equal(JSON.parse(readFileSync('package.json', 'utf8')).bin.chancery, 'bin/chancery.js')
  })
})
