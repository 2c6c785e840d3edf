import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { nextSelection } from './selection.ts'

const keys = ['a', 'b', 'c', 'd']
const after = (selected: string[], anchor: string | undefined, key: string, isRange: boolean): string[] =>
  [...nextSelection({ keys, selected: new Set(selected), anchor }, key, isRange)].sort()

describe('the selection of rows', () => {
  it('adds a row, and removes it the second time', () => {
    assert.deepEqual(after([], undefined, 'b', false), ['b'])
    assert.deepEqual(after(['b'], 'b', 'b', false), [])
  })

  it('adds every row between the last one and this one, in both directions', () => {
    assert.deepEqual(after(['b'], 'b', 'd', true), ['b', 'c', 'd'])
    assert.deepEqual(after(['c'], 'c', 'a', true), ['a', 'b', 'c'])
  })

  it('adds the row alone when no row was selected before', () => {
    assert.deepEqual(after([], undefined, 'c', true), ['c'])
  })
})
