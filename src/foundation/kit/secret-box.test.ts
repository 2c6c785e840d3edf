import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { it } from 'node:test'
import { openSecret, sealSecret } from './secret-box.ts'

const key = randomBytes(32)

it('a secret can be read with the same key at the same place only', () => {
  const sealed = sealSecret(key, 'ключ 1', 'checks.key')
  assert.equal(openSecret(key, sealed, 'checks.key'), 'ключ 1')
  assert.throws(() => openSecret(randomBytes(32), sealed, 'checks.key'))
  assert.throws(() => openSecret(key, sealed, 'checks.other'))
  const changed = Buffer.from(sealed, 'base64')
  changed[changed.length - 1]! ^= 1
  assert.throws(() => openSecret(key, changed.toString('base64'), 'checks.key'))
})

it('equal secrets are stored as different texts', () => {
  assert.notEqual(sealSecret(key, 'same', 'a.b'), sealSecret(key, 'same', 'a.b'))
})
