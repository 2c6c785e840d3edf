import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { didYouMean, nearest } from './nearest.ts'

const fields = ['amount', 'name', 'tax_id', 'created']

describe('the nearest word', () => {
  it('forgives a missing, a wrong, a doubled and two swapped letters', () => {
    for (const word of ['amont', 'amoumt', 'ammount', 'amuont', 'AMOUNT']) assert.equal(nearest(word, fields), 'amount')
  })

  it('is none when too much differs', () => {
    for (const word of ['xyz', 'amphibian', '']) assert.equal(nearest(word, fields), undefined)
  })

  it('makes a hint for a sentence, or nothing', () => {
    assert.equal(didYouMean('tax_ld', fields), '; did you mean "tax_id"?')
    assert.equal(didYouMean('something', fields), '')
  })

  it('does not labour over very long words', () => {
    assert.equal(didYouMean('a'.repeat(1_000_000), fields), '')
  })
})
