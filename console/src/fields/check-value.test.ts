import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { checkValue } from './check-value.ts'

const check = (type: string, data: object, value: unknown, isRequired = false) =>
  checkValue({ type, data }, value, isRequired)?.key

describe('the check of a value in a form', () => {
  it('asks for a value that is required', () => {
    for (const empty of [null, undefined, '', []]) assert.equal(check('STRING', {}, empty, true), 'fields.required')
    assert.equal(check('STRING', {}, ''), undefined)
    assert.equal(check('BOOLEAN', {}, false, true), undefined)
  })

  it('knows the length of texts, also in a list', () => {
    assert.equal(check('STRING', { maxLength: 3 }, 'abcd'), 'fields.tooLong')
    assert.equal(check('STRING', { maxLength: 3 }, ['abc', 'abcd']), 'fields.tooLong')
    assert.equal(check('STRING', { maxLength: 4 }, 'abcd'), undefined)
  })

  it('knows the bounds of numbers', () => {
    assert.equal(check('FLOAT', { min: 1 }, 0), 'fields.tooSmall')
    assert.equal(check('FLOAT', { max: 1 }, 2), 'fields.tooLarge')
    assert.equal(check('FLOAT', { integer: true }, 1.5), 'fields.wholeNumber')
    assert.equal(check('FLOAT', {}, 'abc'), 'fields.wrongNumber')
    assert.equal(check('MONEY', {}, { cents: 'abc', currency: 'RUB' }), 'fields.wrongNumber')
  })
})
