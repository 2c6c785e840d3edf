import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { emptyInput, isNumbered, registrationBody } from './registration-input.ts'

describe('the form of a registration', () => {
  it('sends nothing that is empty', () => {
    assert.deepEqual(registrationBody(emptyInput, false), {})
    assert.deepEqual(registrationBody({ ...emptyInput, comment: '  ' }, false), {})
  })

  it('sends the place of the paper and the other values of the card', () => {
    const input = { ...emptyInput, paperAt: ' shelf 4 ', sheets: '3', delivery: 'Post', date: '2026-03-02' }
    assert.deepEqual(registrationBody(input, false), {
      date: '2026-03-02',
      card: { paperAt: 'shelf 4', delivery: 'Post', sheets: 3 },
    })
  })

  it('sends a typed number only where numbers are typed, and a reserved number instead of it', () => {
    const typed = { ...emptyInput, number: ' 7/2 ' }
    assert.deepEqual(registrationBody(typed, false), {})
    assert.deepEqual(registrationBody(typed, true), { number: '7/2' })
    assert.deepEqual(registrationBody({ ...typed, reservationId: 'r1' }, true), { reservationId: 'r1' })
    assert.deepEqual(
      [emptyInput, typed, { ...emptyInput, reservationId: 'r1' }].map((input) => isNumbered(input, true)),
      [false, true, true],
    )
    assert.equal(isNumbered(emptyInput, false), true)
  })
})
