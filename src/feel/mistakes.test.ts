import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { JsonObject, JsonValue } from '../foundation/kit/json.ts'
import { type CompileOptions, compileFeel, compileUnaryTests } from './compile-feel.ts'
import { atNoon, refusal, variablesOf } from './expressions.fixture.ts'
import { fromJson, toJson } from './json.ts'
import { Run } from './run.ts'

interface Result {
  readonly value: JsonValue
  readonly mistakes: readonly string[]
  readonly warnings: readonly string[]
}

/** Compiles an expression that may contain mistakes, and evaluates it. */
function lenient(text: string, variables: JsonObject = {}, options: CompileOptions = {}): Result {
  const mistakes: string[] = []
  const compiled = compileFeel(text, { ...options, onMistake: (message) => void mistakes.push(message) })
  const { value, warnings } = compiled.evaluate(variablesOf(variables), atNoon)
  return { value: toJson(value, new Run(atNoon)), mistakes, warnings }
}

describe('a part of an expression that can only be null', () => {
  const cases: readonly (readonly [string, JsonValue, string])[] = [
    ['abs()', null, 'abs() does not take 0 arguments like these at 1:1; write abs(n)'],
    ['abs(1, 2)', null, 'abs() does not take 2 arguments like these at 1:1; write abs(n)'],
    ['1 + abs(number: 2)', null, 'abs() has no parameter "number" at 1:5'],
    ['abs(n: 1, n: 2)', null, 'the same parameter is given twice at 1:4'],
    ['{a: 1, a: 2}', null, 'the context has the key "a" twice at 1:9'],
    ['{a: 1}.b', null, 'unknown name "b" at 1:8; did you mean "a"?'],
    ['[{a: 1}].b', [null], 'unknown name "b" at 1:10; did you mean "a"?'],
    ['trim("x")', null, 'unknown function "trim" at 1:1'],
    [
      '@"noon"',
      null,
      '"@" must be followed by a valid text in double quotes at 1:1; write a date, time, date and time or duration such as @"2026-05-01" or @"P3D"',
    ],
    [
      'function(a) external {java: {class: "java.lang.Math", method signature: "cos(double)"}}',
      null,
      'external functions are not supported at 1:13; write the function in FEEL',
    ],
    ['[1, abs(), 3]', [1, null, 3], 'abs() does not take 0 arguments like these at 1:5; write abs(n)'],
  ]
  for (const [text, expected, message] of cases) {
    it(`is reported, and is null with a warning: ${text}`, () => {
      const { value, mistakes, warnings } = lenient(text)
      assert.deepEqual({ value, mistakes }, { value: expected, mistakes: [message] })
      if (!text.includes('.b')) assert.ok(warnings.includes(message), warnings.join('\n'))
    })

    it(`is refused where mistakes are not allowed: ${text}`, () => assert.equal(refusal(text), message))
  }

  it('can be in a cell of a decision table, which then matches nothing', () => {
    const mistakes: string[] = []
    const tests = compileUnaryTests('trim(?), > abs()', { onMistake: (message) => void mistakes.push(message) })
    assert.equal(tests.evaluate(fromJson(5), new Map(), atNoon).value, null)
    assert.deepEqual(mistakes, [
      'unknown function "trim" at 1:1',
      'abs() does not take 0 arguments like these at 1:12; write abs(n)',
    ])
  })

  it('does not hide a text that is not FEEL', () => {
    for (const text of ['abs( + 1', 'trim("x"', '{a: 1, a: }', 'a && b'])
      assert.throws(() => lenient(text), { code: 'expression.wrong_text' }, text)
  })
})

describe('an unknown function', () => {
  const names = { amount: 'number' } as const

  it('is reported whether other names are known or not, with a suggestion', () => {
    const message = 'unknown function "uper case" at 1:1; did you mean "upper case"?'
    assert.deepEqual(lenient('uper case(amount)').mistakes, [message])
    assert.deepEqual(lenient('uper case(amount)', { amount: 1 }, { names }).mistakes, [message])
    assert.deepEqual(lenient('uper case(amount)', { 'uper case': 1 }).value, null)
  })

  it('is not a name that the expression declares', () => {
    const declared = [
      '{twice: function(n) n * 2, result: twice(2)}.result',
      'for f in [function(n) n * 2] return f(2)',
      '(function(f) f(2))(function(n) n * 2)',
    ]
    assert.deepEqual(
      declared.map((text) => [lenient(text).value, lenient(text).mistakes]),
      [
        [4, []],
        [[4], []],
        [4, []],
      ],
    )
  })

  it('is not an entry of a list item, which can be a function', () => {
    const text = 'count((if flag then [{f: function(n) n > 1}] else null)[f(2)])'
    assert.deepEqual([lenient(text, { flag: true }).value, lenient(text).mistakes], [1, []])
  })
})

describe('a call of a function with the name of a built-in function', () => {
  it('can have other arguments than the built-in function', () => {
    const { value, mistakes } = lenient('{abs: function(a, b) a * b, result: abs(2, 3)}.result')
    assert.deepEqual([value, mistakes], [6, []])
  })
})
