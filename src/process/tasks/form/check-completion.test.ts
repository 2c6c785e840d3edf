import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isEmpty } from './check-completion.ts'

describe('a value of a required field', () => {
  it('counts as missing when it is null, blank text, an empty list or a table without rows', () => {
    for (const value of [null, '', '  ', '\n\t', [], { rows: [] }]) assert.equal(isEmpty(value), true)
    for (const value of ['x', ' x ', 0, false, [null], { rows: [{}] }]) assert.equal(isEmpty(value), false)
  })
})
