import assert from 'node:assert/strict'
import { it } from 'node:test'
import { readIdempotencyKey } from './request-headers.ts'

it('a key has 1 to 255 visible ASCII characters, plain or as a quoted string', () => {
  assert.equal(readIdempotencyKey(undefined), undefined)
  for (const key of ['a', '8e03978e-40d5-43dd-bc93-6894a57f9324', '!~{}/\\', 'x'.repeat(255), '"']) {
    assert.equal(readIdempotencyKey(key), key)
    assert.equal(readIdempotencyKey(` ${key} `), key)
    assert.equal(readIdempotencyKey(`"${key.replaceAll(/["\\]/g, '\\$&')}"`), key)
  }
})

it('any other value is refused', () => {
  for (const key of [
    '',
    '""',
    '  ',
    'a b',
    'a, b',
    '"a b"',
    'ключ',
    'a\tb',
    'é',
    'x'.repeat(256),
    `"${'x'.repeat(256)}"`,
  ])
    assert.throws(() => readIdempotencyKey(key), { code: 'idempotency.key_wrong', status: 400 }, key)
})
