import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { compileFeel } from './compile-feel.ts'
import { atNoon } from './expressions.fixture.ts'
import { fromJson, JsonVariables, toJson } from './json.ts'
import { Run } from './run.ts'
import { kindOf } from './values/value.ts'

const back = (text: string) => toJson(compileFeel(text).evaluate(new Map(), atNoon).value, new Run(atNoon))

describe('values from JSON', () => {
  it('read strings as their declared type', () => {
    const types = { list: { context: { at: 'date', sum: 'number', wait: 'days and time duration' } } } as const
    const value = fromJson([{ at: '2026-05-01', sum: '0.1', wait: 'PT2H' }], types)
    const [row] = value as [Map<string, never>]
    assert.deepEqual(Array.from(row.values(), kindOf), ['date', 'number', 'days and time duration'])
  })

  it('stay strings when they do not fit their type or have no type', () => {
    assert.equal(fromJson('tomorrow', 'date'), 'tomorrow')
    assert.equal(fromJson('2026-05-01'), '2026-05-01')
  })

  it('are converted when an expression reads them, from own properties only', () => {
    const variables = new JsonVariables({ amount: '12.5' }, { amount: 'number' })
    assert.equal(compileFeel('amount > 12').evaluate(variables, atNoon).value, true)
    assert.equal(variables.get('constructor'), undefined)
  })
})

describe('values to JSON', () => {
  it('are numbers where a double is exact, and strings elsewhere', () => {
    assert.deepEqual(back('[0.1, 12345678901234567890.12, 1/3]'), [
      0.1,
      '12345678901234567890.12',
      '0.3333333333333333333333333333333333',
    ])
  })

  it('are ISO texts for temporal values and texts for ranges and functions', () => {
    assert.deepEqual(back('[@"2026-05-01", @"PT90M", [1..5), function(a, b) a]'), [
      '2026-05-01',
      'PT1H30M',
      '[1..5)',
      'function(a, b)',
    ])
  })

  it('end with an error when lists that share items would become too large', () => {
    const doubled = Array.from({ length: 30 }, (_, index) => `l${index + 1}: [l${index}, l${index}]`).join(', ')
    const { value } = compileFeel(`{l0: [1], ${doubled}}`).evaluate(new Map(), atNoon)
    assert.throws(() => toJson(value, new Run(atNoon)), { code: 'expression.limit_exceeded' })
  })
})
