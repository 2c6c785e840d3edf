import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { fromInput, shownMoment, toInput } from './moments.ts'

describe('a moment in an input', () => {
  it('is the day or the time of day as it is stored, whatever the time zone', () => {
    assert.equal(toInput('2026-05-01T00:00:00Z', 'date'), '2026-05-01')
    assert.equal(toInput('0001-01-01T08:30:00Z', 'time'), '08:30')
    assert.equal(fromInput('2026-05-01', 'date'), '2026-05-01')
    assert.equal(fromInput('08:30', 'time'), '08:30')
  })

  it('is the same date and time after it was shown and read again', () => {
    const moment = '2026-05-01T06:45:00.000Z'
    assert.equal(fromInput(toInput(moment, 'datetime'), 'datetime'), moment)
  })

  it('stays while its field has only a day or only a time of day', () => {
    assert.equal(toInput('2026-05-01', 'date'), '2026-05-01')
    assert.equal(toInput('08:30', 'time'), '08:30')
  })

  it('is nothing when the text is no moment', () => {
    for (const precision of ['date', 'time', 'datetime'] as const) assert.equal(toInput('5.12.', precision), '')
  })

  it('is nothing when the input is empty', () => {
    assert.equal(fromInput('', 'datetime'), null)
  })
})

it('a time of day is shown in the form of the server and in the form in which it is entered', () => {
  const shown = (text: string) => shownMoment(text, { data: { view: 'time' } } as never, {} as never)
  assert.deepEqual(['0001-01-01T08:30:00Z', '08:30', '08:30:00'].map(shown), ['08:30', '08:30', '08:30'])
})
