import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type FieldFilter, formatFilter, parseFilter, toCondition } from './filters.ts'

const filters: readonly [string, FieldFilter][] = [
  ['kind:supplier,customer', { field: 'kind', kind: 'anyOf', values: ['supplier', 'customer'] }],
  ['kind:a%2Cb,50%25', { field: 'kind', kind: 'anyOf', values: ['a,b', '50%'] }],
  ['region~77', { field: 'region', kind: 'contains', text: '77' }],
  ['price=10..50.5', { field: 'price', kind: 'between', min: '10', max: '50.5' }],
  ['price=..50', { field: 'price', kind: 'between', min: '', max: '50' }],
  ['signed_at@-7d..0d', { field: 'signed_at', kind: 'period', from: '-7d', to: '0d' }],
  ['blocked=true', { field: 'blocked', kind: 'is', value: 'true' }],
  ['note!', { field: 'note', kind: 'empty' }],
  ['note*', { field: 'note', kind: 'filled' }],
]

describe('a filter in the address', () => {
  for (const [text, filter] of filters)
    it(`${text} is read and written`, () => {
      assert.deepEqual(parseFilter(text), filter)
      assert.equal(formatFilter(filter), text)
    })

  it('is dropped when it is not complete', () => {
    for (const text of ['', 'kind', 'kind:', 'region~', '~77', 'note!x', 'signed_at@7d'])
      assert.equal(parseFilter(text), undefined)
  })
})

describe('a filter for the server', () => {
  const condition = (text: string, type = 'STRING', view?: string) =>
    toCondition(parseFilter(text)!, { type, data: { view } })

  it('is an entry of tf', () => {
    assert.deepEqual(condition('kind:a,b', 'ENUM'), { tf: { kind: ['a', 'b'] } })
    assert.deepEqual(condition('region~77'), { tf: { region: '77' } })
    assert.deepEqual(condition('blocked=true', 'BOOLEAN'), { tf: { blocked: true } })
    assert.deepEqual(condition('note!'), { tf: { note: null } })
  })

  it('has numbers as bounds, and hundredths for money', () => {
    assert.deepEqual(condition('lat=10..', 'FLOAT'), { tf: { lat: { min: 10 } } })
    assert.deepEqual(condition('price=0.1..19.99', 'MONEY'), { tf: { price: { min: 10, max: 1999 } } })
    assert.equal(condition('lat=a..b', 'FLOAT'), undefined)
  })

  it('includes the last day of a period of moments', () => {
    assert.deepEqual(condition('day=2026-05-01..2026-05-02', 'DATETIME', 'date'), {
      tf: { day: { min: '2026-05-01', max: '2026-05-02' } },
    })
    const { tf } = condition('at=2026-05-01..2026-05-01', 'DATETIME') as { tf: { at: { min: string; max: string } } }
    assert.equal(new Date(tf.at.max).getTime() - new Date(tf.at.min).getTime(), 86_399_000)
  })

  it('is EQL where tf has no word for it', () => {
    assert.deepEqual(condition('note*'), { eql: { query: 'not [note] is null' } })
    assert.deepEqual(condition("at@-7d'..0d", 'DATETIME'), { eql: { query: "[at] = RelativeDatetime('-7d''', '0d')" } })
  })
})
