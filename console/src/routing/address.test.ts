import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { flag, oneOf, query, text, texts, wholeNumber } from './address.ts'

describe('the query parameters of a page', () => {
  const read = query({ q: text, f: texts, page: wholeNumber, tab: oneOf('mine', 'queue'), open: flag })

  it('are kept when they are valid', () => {
    const given = { q: 'oak', f: ['kind:supplier', 'region~77'], page: 3, tab: 'queue', open: true }
    assert.deepEqual(read(given), given)
  })

  it('are dropped when they are not declared or not valid', () => {
    assert.deepEqual(read({ q: '', f: [], page: -1, tab: 'other', open: 'yes', stranger: 1 }), {})
    assert.deepEqual(read({ page: 1.5, f: [{}] }), {})
  })

  it('are texts also when they look like numbers', () => {
    assert.deepEqual(read({ q: 77, f: 12 }), { q: '77', f: ['12'] })
  })
})
