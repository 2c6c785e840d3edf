import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'

interface Entry {
  readonly optionalDependencies?: Readonly<Record<string, string>>
  readonly resolved?: string
}

const lock = JSON.parse(readFileSync(new URL('../../package-lock.json', import.meta.url), 'utf8'))
const entries: [string, Entry][] = Object.entries(lock.packages)

// npm omits packages that it could not download for another platform, and later refuses to install from such a file.
test('the lock file contains the packages of every platform', () => {
  const wanted = entries.flatMap(([, { optionalDependencies }]) => Object.keys(optionalDependencies ?? {}))
  assert.ok(wanted.length > 20)
  assert.deepEqual(
    wanted.filter((name) => lock.packages[`node_modules/${name}`] === undefined),
    [],
  )
})

test('the lock file contains no host names for downloads', () => {
  assert.deepEqual(
    entries.filter(([, { resolved }]) => resolved !== undefined),
    [],
  )
})
