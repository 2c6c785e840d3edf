import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { it } from 'node:test'
import { signToken, verifyToken } from './signed-token.ts'

const key = randomBytes(32)

it('signed words are returned only with the same key, method and name', () => {
  const token = signToken(key, 'PUT', ['a', 1, 'b'], 'name')
  assert.deepEqual(verifyToken(key, 'PUT', token, 'name'), ['a', '1', 'b'])
  assert.equal(verifyToken(key, 'GET', token, 'name'), undefined)
  assert.equal(verifyToken(key, 'PUT', token, 'Name'), undefined)
  assert.equal(verifyToken(randomBytes(32), 'PUT', token, 'name'), undefined)
})
