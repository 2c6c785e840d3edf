import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { inWords } from './in-words.ts'

const fields = [
  { code: 'checked_at', label: 'Checked at' },
  { code: 'addressee', label: 'Addressee' },
]

describe('a message of the server about a field', () => {
  it('has the title of the field instead of its code', () => {
    assert.equal(inWords('field "checked_at": must be a day', fields), 'Checked at: must be a day')
    assert.equal(inWords('"addressee" needs a value', fields), '“Addressee” needs a value')
    assert.equal(inWords('"addressee" (Addressee) is required', fields), '“Addressee” is required')
  })

  it('keeps the values that it quotes', () => {
    assert.equal(
      inWords('field "amount": must be a number, not "abc"', fields),
      'field "amount": must be a number, not "abc"',
    )
  })
})
