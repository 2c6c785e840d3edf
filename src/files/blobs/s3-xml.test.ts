import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { textsOf } from './s3-xml.ts'

describe('the texts of elements', () => {
  it('come in their order, decoded, however deep they stand', () => {
    const xml = '<L xmlns="x"><Key>a&amp;b</Key><C> <Key/> </C><Keys>no</Keys><Key><![CDATA[<c>]]></Key>behind</L>'
    assert.deepEqual(textsOf(xml, 'Key'), ['a&b', '', '<c>'])
    assert.deepEqual(textsOf(xml, 'Other'), [])
  })

  it('are not guessed from what is no XML', () => {
    assert.throws(() => textsOf('<L><Key>a</L>', 'Key'))
    assert.throws(() => textsOf('', 'Key'))
  })
})
