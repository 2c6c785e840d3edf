import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { didYouMean, nearest } from './nearest.ts'

const fields = ['amount', 'name', 'tax_id', 'created']

describe('the nearest word', () => {
  it('tolerates a missing, a wrong, a doubled and two swapped letters', () => {
    for (const word of ['amont', 'amoumt', 'ammount', 'amuont', 'AMOUNT']) assert.equal(nearest(word, fields), 'amount')
  })

  it('is undefined when too much differs', () => {
    for (const word of ['xyz', 'amphibian', '']) assert.equal(nearest(word, fields), undefined)
  })

  it('gives a hint for an error message, or an empty text', () => {
    assert.equal(didYouMean('tax_ld', fields), '; did you mean "tax_id"?')
    assert.equal(didYouMean('something', fields), '')
  })

  it('does not spend long on very long words', () => {
    assert.equal(didYouMean('a'.repeat(1_000_000), fields), '')
  })
})
