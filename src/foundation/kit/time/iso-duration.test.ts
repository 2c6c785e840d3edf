import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readIsoDuration, timeMsOf } from './iso-duration.ts'

describe('the parts of an ISO 8601 duration', () => {
  it('are read with a sign, all units and a fraction', () => {
    const parts = readIsoDuration('-P1Y2M3W4DT5H6M7.25S')!
    const { isNegative, years, months, weeks, days } = parts
    assert.deepEqual([isNegative, years, months, weeks, days], [true, 1n, 2n, 3n, 4n])
    assert.equal(timeMsOf(parts), ((5 * 60 + 6) * 60 + 7.25) * 1000)
    assert.equal(timeMsOf(readIsoDuration('PT0.1234567891S')!), 123.456789)
  })

  it('can have a point without digits, as the test cases of DMN do', () => {
    assert.equal(timeMsOf(readIsoDuration('PT7.S')!), 7000)
  })

  it('are undefined for any other text', () => {
    for (const text of ['', 'P', 'PT', 'P1DT', '1D', 'P1S', 'PT1D', 'P1.5D', 'p1d', 'P-1D', ' P1D', 'P1D\n'])
      assert.equal(readIsoDuration(text), undefined, JSON.stringify(text))
  })
})
