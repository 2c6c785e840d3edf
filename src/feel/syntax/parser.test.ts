import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { compileFeel } from '../compile-feel.ts'
import { assertValues, atNoon, refusal } from '../expressions.fixture.ts'
import { decimalOf } from '../values/decimal.ts'

describe('10.3.1 syntax of FEEL', () => {
  it('binds operators from or, and, comparison, sum, product, power to the minus sign', () => {
    assertValues([
      ['true or false and false', true],
      ['1 + 2 * 3 ** 2', 19],
      ['2 ** 3 ** 2', 64],
      ['10 - 4 - 3', 3],
      ['-3 ** 2', 9],
      ['1 + 1 = 2 and 3 > 2', true],
      ['(1 + 2) * 3', 9],
    ])
  })

  it('reads literals, comments and escapes', () => {
    assertValues([
      ['.5 + 1.25e1', 13],
      ['"a\\"b\\u00e9\\U01F40E\\n\\d"', 'a"bé🐎\n\\d'],
      ['1 /* one */ + 2 // two', 3],
      ['@"2026-05-01"', '2026-05-01'],
      ['[null, true, false]', [null, true, false]],
    ])
  })

  it('reads names with spaces and signs when they are declared', () => {
    const names = { 'monthly salary': 'number', 'a-b': 'number', a: 'number', b: 'number' } as const
    const variables = new Map([
      ['monthly salary', decimalOf(10)],
      ['a-b', decimalOf(7)],
      ['a', decimalOf(5)],
      ['b', decimalOf(1)],
    ])
    const value = (text: string): string => String(compileFeel(text, { names }).evaluate(variables, atNoon).value)
    assert.equal(value('monthly   salary * 2'), '20')
    assert.equal(value('a-b'), '7')
    assert.equal(value('(a)-b'), '4')
  })

  it('reads adjacent words as one name when no names are declared', () => {
    assertValues([
      ['monthly salary > 10', true, { 'monthly salary': 11 }],
      ['date of birth', 'x', { 'date of birth': 'x' }],
      ['order.net amount', 3, { order: { 'net amount': 3 } }],
    ])
  })

  it('allows a declared name that equals the name of a built-in function', () => {
    assertValues([
      ['date', 'x', { date: 'x' }],
      ['date("2026-05-01").year', 2026, { date: 'x' }],
    ])
    const { evaluate } = compileFeel('count([1, 2]) + count', { names: { count: 'number' } })
    assert.equal(String(evaluate(new Map([['count', decimalOf(5)]]), atNoon).value), '7')
  })

  it('reads ranges with open and closed bounds', () => {
    assertValues([
      ['1 in ]1..2]', false],
      ['2 in [1..2[', false],
      ['2 in (1..2]', true],
      ['5 in (> 4)', true],
      ['[1..3].end', 3],
      ['[1..3).end included', false],
    ])
  })
})

describe('errors', () => {
  const names = { amount: 'number', order: { context: { 'net amount': 'number' } } } as const
  const cases: readonly (readonly [string, string])[] = [
    ['1 + amont', 'unknown name "amont" at 1:5; did you mean "amount"?'],
    ['order.net amonut', 'unknown name "net amonut" at 1:7; did you mean "net amount"?'],
    ['amount >\n lenght of(1)', 'unknown function "lenght of" at 2:2'],
    ['uper case("a")', 'unknown function "uper case" at 1:1; did you mean "upper case"?'],
    ['amount >', 'an expression is expected, not the end of the text at 1:9'],
    ['(amount', '")" is expected, not the end of the text at 1:8'],
    ['if amount > 1 then 2', '"else" is expected, not the end of the text at 1:21'],
    ['"abc', 'the string is not closed at 1:1; add a double quote'],
    ['1 /* 2', 'the comment is not closed at 1:3'],
    ['{a: 1, a: 2}', 'the context has the key "a" twice at 1:9'],
    ['1 instance of numbr', 'unknown type "numbr" at 1:15; did you mean "number"?'],
    ['? > 1', '"?" is the input of a decision table and has no meaning here at 1:1'],
    ['function(a) external {}', 'external functions are not supported at 1:13; write the function in FEEL'],
    ['', 'the expression is empty at 1:1'],
    [
      'substring("a")',
      'substring() does not take 1 arguments like these at 1:1; write substring(string, start position, length?)',
    ],
    ['substring(strng: "a", start: 1)', 'substring() has no parameter "strng" at 1:1; did you mean "string"?'],
    [
      '@"2026-13-01"',
      '"@" must be followed by a valid text in double quotes at 1:1; write a date, time, date and time or duration such as @"2026-05-01" or @"P3D"',
    ],
  ]
  for (const [text, message] of cases) {
    it(`in ${JSON.stringify(text)} are reported with their position`, () =>
      assert.equal(refusal(text, { names }), message))
  }
})

describe('conditions of another engine', () => {
  const cases: readonly (readonly [string, string])[] = [
    [
      `$\{amount > 10 && state == 'x'}`,
      `the expression is written for another engine; write amount > 10 and state = "x" without the $\{ } at 1:1`,
    ],
    ['#{!done}', 'the expression is written for another engine; write not(done) without the #{ } at 1:1'],
    ['a === b', '"===" has no meaning in FEEL at 1:3; write "=" to compare'],
    ['a && b', '"&&" has no meaning in FEEL at 1:3; write "and"'],
    ['a || b', '"||" has no meaning in FEEL at 1:3; write "or"'],
    ['!a', '"!" has no meaning in FEEL at 1:1; write not(…)'],
    ["a = 'x'", '"\'" has no meaning in FEEL at 1:5; write strings in double quotes'],
    ['a <> b', '"<>" has no meaning in FEEL at 1:3; write "!=" to compare'],
    ['a % 2', '"%" has no meaning in FEEL at 1:3; write modulo(a, b)'],
  ]
  for (const [text, message] of cases) {
    it(`such as ${text} are refused with the FEEL expression to write instead`, () =>
      assert.equal(refusal(text), message))
  }

  it('are allowed inside strings', () => {
    assertValues([[`"$\{a} && b === 'c'"`, `$\{a} && b === 'c'`]])
  })
})
