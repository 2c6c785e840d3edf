import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { variableTypes } from '../../../src/values/variable-types.ts'
import { editedValue, formField, remarksOf, requiredFor, type TaskField } from './task-fields.ts'

const field = (given: object): TaskField => ({
  ...{ name: 'f', title: 'Field', type: 'string', order: 0, isArray: false, isReadOnly: false, isRequired: false },
  ...{ requiredFor: [], value: null },
  ...given,
})

describe('the fields of a task form', () => {
  for (const [name, { type }] of variableTypes) {
    it(`of type ${name} have an editor of the type that the server uses for it`, () => {
      const expected = name === 'decimal' ? 'FLOAT' : name === 'duration' ? 'STRING' : type.code
      assert.equal(formField(field({ type: name })).type, expected)
    })
  }

  it('of type choice offer the values of the variable', () => {
    const { data } = formField(field({ type: 'choice', values: [{ code: 'low', name: 'Low' }, { code: 'high' }] }))
    assert.deepEqual(data.enumItems, [
      { code: 'low', name: 'Low' },
      { code: 'high', name: 'high' },
    ])
  })

  it('of type element know their application', () => {
    const { data } = formField(field({ type: 'element', of: 'docs.contracts' }))
    assert.deepEqual([data.namespace, data.code], ['docs', 'contracts'])
  })

  it('are required for every exit or for some', () => {
    const fields = [field({ name: 'a', isRequired: true }), field({ name: 'b', requiredFor: ['reject'] })]
    assert.deepEqual([...requiredFor(fields, 'accept')], ['a'])
    assert.deepEqual([...requiredFor(fields, 'reject')], ['a', 'b'])
  })

  it('show remarks where a sheet has written them, and never as something to edit', () => {
    const said = { user: 'u', answer: 'rejected', comment: 'The date', file: 'f', answeredAt: '2030-02-14T09:00:00Z' }
    const old = { user: 'u', answer: 'approvedWithRemarks', comment: 'The sum' }
    const remarks = (value: unknown, isRemarks = true) => remarksOf(field({ type: 'json', value, isRemarks }))
    assert.deepEqual(remarks([said, old]), [said, { ...old, file: undefined, answeredAt: undefined }])
    assert.equal(remarks([said], false), undefined)
    for (const other of [null, 'text', [said, null], [{ ...said, answer: 'perhaps' }], [{ ...said, comment: 5 }]])
      assert.equal(remarks(other), undefined)
    assert.equal(formField(field({ type: 'json', isRemarks: true })).isReadOnly, true)
  })

  it('show exact decimal numbers as numbers', () => {
    assert.equal(editedValue(field({ type: 'decimal', value: '0.1' })), 0.1)
    assert.equal(editedValue(field({ value: undefined })), null)
  })
})
