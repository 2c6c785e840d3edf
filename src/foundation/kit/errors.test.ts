import assert from 'node:assert/strict'
import { test } from 'node:test'
import { errorKind } from './errors.ts'

test('an error quotes at most 2,000 characters of a request, and 300 in the name of a field', () => {
  const wrong = errorKind('test.wrong', 400, 'For this test.')
  const long = '😀'.repeat(100_000)
  const error = wrong(`unknown field "${long}"`, { field: long, size: 5 })
  assert.deepEqual([error.message.length, error.details.field?.length], [2001, 301])
  assert.ok(error.message.isWellFormed())
  assert.equal(error.details.size, 5)
  assert.deepEqual(wrong('short', { field: 'a' }).details, { field: 'a' })
})
