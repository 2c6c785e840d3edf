import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { conjunction, listed, partsOf, phrase, phrasesOf } from './phrase.ts'

describe('a phrase', () => {
  it('has its text, and the key, the template and the values of which the text was made', () => {
    const change = phrase('getsValue', 'a')
    const whole = phrase('changeWithCount', phrase('fieldChange', 'kind', change), phrase('elements', 2))
    assert.equal(whole.text, 'the field "kind" gets the value "a" (2 elements)')
    assert.deepEqual(partsOf(whole), {
      key: 'changeWithCount',
      template: '{0} ({1})',
      values: [
        {
          key: 'fieldChange',
          template: 'the field "{0}" {1}',
          values: ['kind', { key: 'getsValue', template: 'gets the value "{0}"', values: ['a'] }],
        },
        { key: 'elements', template: '{0} elements', values: [2] },
      ],
    })
  })

  it('has the plural form of its first number', () => {
    assert.deepEqual(
      [0, 1, 21].map((count) => phrase('removesGroupWithMembers', 'x', count).text),
      [
        'removes x; its 0 members are forgotten',
        'removes x; its 1 member is forgotten',
        'removes x; its 21 members are forgotten',
      ],
    )
  })

  it('is refused when a placeholder has no value', () => {
    assert.throws(() => phrasesOf({ adds: 'adds {0} "{1}"' })('adds', 'x'), /phrase "adds" lacks value 1/)
  })

  it('can list others', () => {
    const list = listed([phrase('nothing'), phrase('none')], '; ')
    assert.equal(list.text, 'nothing; none')
    assert.deepEqual(partsOf(listed(['x'], '; ')), { template: '{0}', values: ['x'] })
    assert.equal(listed([]).text, '')
    assert.deepEqual(partsOf(conjunction(['a', 'b'])), {
      key: 'conjunction',
      template: '{0} and {1}',
      values: ['a', 'b'],
    })
  })
})
