import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { correctionOf, enteredOf } from './correction.ts'

const registration = { number: '01-03/7', date: '2026-03-02', card: { sheets: 2, delivery: 'Post' } }

describe('a correction', () => {
  it('has nothing when nothing was changed', () => {
    assert.deepEqual(correctionOf(registration, enteredOf(registration)), {})
  })

  it('has only what was changed', () => {
    const entered = { ...enteredOf(registration), date: '2026-03-03', sheets: '4', delivery: '', comment: 'Urgent' }
    assert.deepEqual(correctionOf(registration, entered), {
      date: '2026-03-03',
      card: { delivery: '', comment: 'Urgent', sheets: 4 },
    })
  })

  it('leaves a number or a date as it is when its box was emptied', () => {
    const entered = { ...enteredOf(registration), number: '', date: '', sheets: '' }
    assert.deepEqual(correctionOf(registration, entered), {})
  })
})
