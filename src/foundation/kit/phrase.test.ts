import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { listed, partsOf, phrase } from './phrase.ts'

describe('a phrase', () => {
  it('has its text, and the template and values of which the text was made', () => {
    const change = phrase`gets the value "${'a'}"`
    const whole = phrase`the field "${'kind'}" ${change} (${2} elements)`
    assert.equal(whole.text, 'the field "kind" gets the value "a" (2 elements)')
    assert.deepEqual(partsOf(whole), {
      template: 'the field "{0}" {1} ({2} elements)',
      values: ['kind', { template: 'gets the value "{0}"', values: ['a'] }, 2],
    })
  })

  it('can list others', () => {
    const list = listed([phrase`one`, phrase`two`], '; ')
    assert.equal(list.text, 'one; two')
    assert.deepEqual(partsOf(list).template, '{0}; {1}')
    assert.equal(listed([]).text, '')
  })
})
