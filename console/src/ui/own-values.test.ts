import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { rememberOwnValues } from './own-values.ts'

/** Returns an input that has reported these values, in this order. */
function inputWith(...reported: readonly string[]) {
  const own = rememberOwnValues()
  for (const value of reported) own.report(value)
  return own
}

describe('a value that a page gives to an input', () => {
  it('is known as the own value of the input, however late it comes', () => {
    const own = inputWith('o', 'or', 'orl')
    assert.deepEqual(['o', 'or', 'orl'].map(own.isEcho), [true, true, true])
  })

  it('is known also when the page has passed over earlier values', () => {
    const own = inputWith('o', 'or', 'orl')
    assert.deepEqual([own.isEcho('orl'), own.isEcho('or')], [true, false])
  })

  it('comes from elsewhere when the input has not reported it since', () => {
    const own = inputWith('orl')
    assert.deepEqual([own.isEcho('orl'), own.isEcho('orl'), own.isEcho('')], [true, false, false])
  })

  it('makes earlier reports obsolete when it comes from elsewhere', () => {
    const own = inputWith('orl')
    assert.deepEqual([own.isEcho(''), own.isEcho('orl')], [false, false])
  })
})
