import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { JsonValue } from '../foundation/kit/json.ts'
import { compileUnaryTests } from './compile-feel.ts'
import { atNoon, variablesOf } from './expressions.fixture.ts'
import { fromJson } from './json.ts'

describe('10.3.2.15 unary tests', () => {
  const cases: readonly (readonly [string, JsonValue, boolean | null])[] = [
    ['-', null, true],
    ['< 10', 5, true],
    ['< 10', 15, false],
    ['< 10', 'a', null],
    ['"a", "b"', 'b', true],
    ['not("a", "b")', 'c', true],
    ['not("a", "b")', 'a', false],
    ['[1..5), 9', 5, false],
    ['[1..5), 9', 9, true],
    ['? > limit', 12, true],
    ['limit', 10, true],
    ['> limit * 2', 21, true],
    ['contains(?, "x")', 'axb', true],
    ['contains(?, "x")', 'ab', false],
    ['limit > 3', 'any', true],
    ['true', false, false],
    ['false', false, true],
    ['null', null, true],
    ['not(null)', 1, true],
    ['["a", "b"]', 'a', true],
    ['not(? > 3) and ? > 1', 2, true],
  ]
  for (const [text, input, expected] of cases) {
    it(`${text} for ${JSON.stringify(input)} is ${expected}`, () => {
      const { value } = compileUnaryTests(text).evaluate(fromJson(input), variablesOf({ limit: 10 }), atNoon)
      assert.equal(value, expected)
    })
  }

  it('check the entries of the input when its type is declared', () => {
    const input = { context: { amount: 'number' } } as const
    assert.throws(() => compileUnaryTests('?.amont > 1', { names: {}, input }), { code: 'expression.wrong_text' })
    assert.deepEqual(compileUnaryTests('?.amount > limit', { input }).references, [['limit']])
  })
})
