import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  aField,
  assertCells,
  assertCriteria,
  assertKept,
  assertRefused,
  assertRefusedCells,
  assertRefusedCriteria,
} from '../a-field.fixture.ts'

const id = '0190a1b2-0000-7000-8000-00000000000a'
const item = { id, code: 'incoming', namespace: 'docs' }
const text = `docs:incoming:${id}`
const anything = aField('any_reference', { array: true })
const role = aField('role', { array: true })

test('a reference to any application is a list of id, code and namespace', () => {
  assertKept(anything, [
    [[{ ...item, id: id.toUpperCase(), name: 'x' }], [item]],
    [item, [item]],
    [text, [item]],
    [[item, text], [item]],
    [[], null],
  ])
  assertRefused(anything, [
    [[id], 'must be a list of {id, code, namespace}'],
    [{ id }, 'must be a list of {id, code, namespace}'],
    [{ ...item, code: 'a:b' }, 'must be a list of'],
    [`${text}:x`, 'must be a list of'],
  ])
})

test('in filters and cells it may be a text', () => {
  assertCriteria(anything, [
    [[item], { is: 'anyOf', values: [text] }],
    [text, { is: 'anyOf', values: [text] }],
    [[], { is: 'anyOf', values: [] }],
  ])
  assertRefusedCriteria(anything, [[id, '{id, code, namespace} is expected']])
  assertCells(anything, [[`${text};`, [item]]])
  assertRefusedCells(anything, ['docs:incoming', 'x'], 'must be namespace:code:uuid')
  assert.deepEqual(anything.type.references?.([item]), [text])
})

test('a role is held by users, groups and items of the organisation chart', () => {
  const group = { code: id, type: 'group' }
  const user = { code: id, type: 'user' }
  assertKept(role, [
    [
      [group, user, group],
      [group, user],
    ],
    [{ ...user, name: 'x' }, [user]],
  ])
  assertRefused(role, [
    [[{ code: id, type: 'robot' }], 'must be a list of {code: id, type: user | group | orgstruct}'],
    [id, 'must be a list of'],
  ])
  assertCells(role, [[`group:${id}`, [group]]])
  assertRefusedCells(role, ['boss', `user:${id}:x`], 'must be user:uuid')
  assertCriteria(role, [
    [group, { is: 'anyOf', values: [id] }],
    [[id], { is: 'anyOf', values: [id] }],
  ])
  assert.deepEqual(role.type.references?.([group, user]), [id])
})
