import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  aField,
  assertCells,
  assertCriteria,
  assertKept,
  assertRefused,
  assertRefusedCriteria,
} from '../a-field.fixture.ts'

const a = '0190a1b2-0000-7000-8000-00000000000a'
const b = '0190a1b2-0000-7000-8000-00000000000b'
const bare = 'a bare string where an array of ids is required'
const reference = aField('reference', { to: 'ref.contacts' })

test('ids are stored as a list in lower case, without repetitions', () => {
  const several = aField('reference', { to: 'ref.contacts', array: true })
  assertKept(several, [
    [
      [b.toUpperCase(), a, b],
      [b, a],
    ],
  ])
  assertKept(reference, [
    [[a], [a]],
    [[], null],
  ])
  for (const word of ['file', 'image', 'org_item', 'user']) assertKept(aField(word), [[[a], [a]]])
})

test('a bare id is accepted only for users', () => {
  assertKept(aField('user'), [[a.toUpperCase(), [a]]])
  for (const field of [reference, aField('file'), aField('image'), aField('org_item')])
    assertRefused(field, [[a, bare]])
})

test('an invalid id is refused', () => {
  assertRefused(reference, [
    [[''], 'must hold ids (uuid), not ""'],
    [[5], 'must hold ids (uuid), not 5'],
    [{ id: a }, 'must be an array of ids, not an object'],
    [[a, b], 'holds one value, not 2'],
  ])
  assertRefused(aField('user'), [['', 'must hold ids (uuid), not ""']])
  assertRefused(reference, [[[{ name: 'x', hash: a }], 'must hold ids (uuid), not an object']])
  assertRefused(aField('file'), [
    [[{ name: 'x' }], 'the hash of an upload must be a uuid, not nothing'],
    [[{ hash: a, name: 5 }], 'the name of a file must be a text, not 5'],
  ])
})

test('a filter requires a list of ids; for users one id is accepted', () => {
  assertCriteria(reference, [
    [[a.toUpperCase()], { is: 'anyOf', values: [a] }],
    [[], { is: 'anyOf', values: [] }],
  ])
  assertCriteria(aField('user'), [[a, { is: 'anyOf', values: [a] }]])
  assertRefusedCriteria(reference, [
    [a, bare],
    [[a, 'x'], 'ids (uuid) are expected, not "x"'],
    [{}, 'an array of ids is expected'],
  ])
})

test('a field returns the kind of object that its ids refer to', () => {
  assert.deepEqual(reference.type.refersTo?.(reference), { to: 'element', namespace: 'ref', code: 'contacts' })
  const byParts = aField('reference', { to: { namespace: 'ref', code: 'contacts' } })
  assert.deepEqual(byParts.settings, reference.settings)
  assert.deepEqual(aField('user').type.refersTo?.(aField('user')), { to: 'user' })
  assert.deepEqual(reference.type.references?.([a, b]), [a, b])
})

test('a cell is split into texts that are looked up later', () => {
  assertCells(reference, [['7701234567; Ромашка', ['7701234567', 'Ромашка']]])
  assertCells(aField('directory'), [[' A; B ', ['A; B']]])
})

test('a directory is one id', () => {
  const field = aField('directory')
  assertKept(field, [[a.toUpperCase(), a]])
  assertRefused(field, [
    ['', 'must be the id (uuid) of a directory, not ""'],
    [[a], 'not a list'],
  ])
  assertCriteria(field, [[a, { is: 'anyOf', values: [a] }]])
})
