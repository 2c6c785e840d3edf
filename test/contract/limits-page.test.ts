import assert from 'node:assert/strict'
import { test } from 'node:test'
import { constantIn, sourceFile } from './constants.ts'
import { limitsPage } from './limits-page.ts'

test('the page of limits contains the value of each constant with its unit, and links its file', () => {
  const page = limitsPage()
  assert.match(page, /\| EQL text \| 32 KiB \| \[limits\.ts\]\(\.\.\/src\/query\/limits\.ts\) \|/)
  assert.match(page, /kept for 24 hours/)
  assert.match(page, /7 days from the start of an import/)
  assert.doesNotMatch(page, /[{}]/)
})

test('the value of a constant may be a product, use other constants of its file, and follow the key that contains it', () => {
  const bodyLimit = sourceFile('http/body-limit')
  assert.equal(constantIn(bodyLimit, 'anyoneBytes'), 16 * 1024)
  assert.equal(constantIn(sourceFile('content-range'), 'maxFileBytes'), 2 * 1024 ** 3)
  assert.equal(constantIn(sourceFile('types/category'), 'values.maxItems'), 5000)
})

test('an unknown file, an ambiguous file and an unknown constant are refused with their names', () => {
  assert.throws(() => sourceFile('no-such-file'), /names no-such-file\.ts; 0 files/)
  assert.throws(() => sourceFile('errors'), /names errors\.ts; \d+ files/)
  assert.throws(
    () => constantIn(sourceFile('query/limits'), 'noSuchLimit'),
    /names noSuchLimit in src\/query\/limits\.ts/,
  )
})
