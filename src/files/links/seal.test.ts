import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { it } from 'node:test'
import { seal, unseal } from './seal.ts'

const key = randomBytes(32)

it('words that were sealed come back with the same key, method and name alone', () => {
  const token = seal(key, 'PUT', ['a', 1, 'b'], 'name')
  assert.deepEqual(unseal(key, 'PUT', token, 'name'), ['a', '1', 'b'])
  assert.equal(unseal(key, 'GET', token, 'name'), undefined)
  assert.equal(unseal(key, 'PUT', token, 'Name'), undefined)
  assert.equal(unseal(randomBytes(32), 'PUT', token, 'name'), undefined)
})
