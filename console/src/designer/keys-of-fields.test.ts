import assert from 'node:assert/strict'
import { it } from 'node:test'
import { isUniqueAlone, keyRenamed, withUnique } from './keys-of-fields.ts'

const definition = { name: 'A', unique: ['a', ['b', 'c']] }

it('tells keys of one field from keys of several', () => {
  assert.deepEqual([isUniqueAlone(definition, 'a'), isUniqueAlone(definition, 'b')], [true, false])
})

it('adds and removes the key of one field', () => {
  assert.deepEqual(withUnique(definition, 'b', true), ['a', ['b', 'c'], 'b'])
  assert.deepEqual(withUnique(definition, 'a', false), [['b', 'c']])
  assert.equal(withUnique({ name: 'A', unique: ['a'] }, 'a', false), undefined)
})

it('keeps keys when a field gets another code', () => {
  assert.deepEqual(keyRenamed(definition, 'b', 'x'), ['a', ['x', 'c']])
})
