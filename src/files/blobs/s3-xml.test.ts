import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { textsOf } from './s3-xml.ts'

describe('the texts of elements', () => {
  it('are returned in document order, decoded, at any depth', () => {
    const xml = '<L xmlns="x"><Key>a&amp;b</Key><C> <Key/> </C><Keys>no</Keys><Key><![CDATA[<c>]]></Key>behind</L>'
    assert.deepEqual(textsOf(xml, 'Key'), ['a&b', '', '<c>'])
    assert.deepEqual(textsOf(xml, 'Other'), [])
  })

  it('are not read from text that is not XML', () => {
    assert.throws(() => textsOf('<L><Key>a</L>', 'Key'))
    assert.throws(() => textsOf('', 'Key'))
  })
})
