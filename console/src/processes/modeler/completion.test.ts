import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { completions } from './completion.ts'

const labels = (expression: string): string[] =>
  completions(expression, ['amount', 'approver']).map(({ label }) => label)

describe('the completion of an expression', () => {
  it('offers the variables and functions that begin with the last word', () => {
    assert.deepEqual(labels('am'), ['amount'])
    assert.deepEqual(labels('amount > 10 and ap'), ['approver', 'append('])
  })

  it('replaces only the last word', () => {
    assert.deepEqual(completions('1 + am', ['amount']), [{ value: '1 + amount', label: 'amount' }])
  })

  it('offers variables before anything is typed, and nothing after a sign or inside of a text', () => {
    assert.equal(labels('')[0], 'amount')
    assert.deepEqual(labels('amount > '), [])
    assert.deepEqual(labels('"am'), [])
  })
})
