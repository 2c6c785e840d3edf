import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { compileFeel } from '../compile-feel.ts'
import { assertValues, atNoon, variablesOf } from '../expressions.fixture.ts'

describe('10.3.2.3 numbers', () => {
  it('are exact decimals of 34 digits that round half to even', () => {
    assertValues([
      ['0.1 + 0.2 = 0.3', true],
      ['1 / 3', '0.3333333333333333333333333333333333'],
      ['1234567890123456789012345678901234.5', '1234567890123456789012345678901234'],
      ['1.10 = 1.1', true],
      ['0 * -1', 0],
      ['1 / 0', null],
      ['10 ** 7000', null],
    ])
  })
})

describe('10.3.2.6 logic', () => {
  it('has three values', () => {
    assertValues([
      ['false and null', false],
      ['true and null', null],
      ['true or "x"', true],
      ['false or 1', null],
      ['not(null)', null],
      ['not(true)', false],
    ])
  })
})

describe('10.3.2.5 lists and filters', () => {
  it('finds items by position and by condition', () => {
    assertValues([
      ['[1, 2, 3][1]', 1],
      ['[1, 2, 3][-1]', 3],
      ['[1, 2, 3][4]', null],
      ['[1, 2, 3][item > 1]', [2, 3]],
      ['[{a: 1}, {a: 2}][a = 2]', [{ a: 2 }]],
      [
        'rows[price > limit].name',
        ['b'],
        {
          rows: [
            { name: 'a', price: 1 },
            { name: 'b', price: 3 },
          ],
          limit: 2,
        },
      ],
      ['rows[i].price', 3, { rows: [{ price: 1 }, { price: 3 }], i: 2 }],
      ['5[1]', 5],
      ['nothing[1]', null],
    ])
  })

  it('takes the path of every item of a list', () => {
    assertValues([
      ['[{a: 1}, {b: 2}].a', [1, null]],
      ['{a: {b: 3}}.a.b', 3],
      ['missing.entry', null],
    ])
  })
})

describe('10.3.2.13 operators', () => {
  it('compares values of one type and gives null for two types', () => {
    assertValues([
      ['1 = "1"', null],
      ['null = 1', false],
      ['null = null', true],
      ['1 < null', null],
      ['[1, [2]] = [1, [2]]', true],
      ['{a: 1, b: 2} = {b: 2, a: 1}', true],
      ['"a" < "b"', true],
      ['5 between 1 and 5', true],
      ['null between 1 and 5', null],
    ])
  })

  it('tests membership with in', () => {
    assertValues([
      ['5 in (1, 5)', true],
      ['5 in [1..4]', false],
      ['5 in (< 3, > 4)', true],
      ['"b" in ["a", "b"]', true],
      ['7 in ([1..5], [6..8])', true],
    ])
  })

  it('compares times for equality to the second, and in their order exactly', () => {
    assertValues([
      ['@"10:30:00.1" = @"10:30:00.9"', true],
      ['@"10:30:00.9" = @"10:30:01.1"', false],
      ['@"2026-05-01T10:30:00.1Z" != @"2026-05-01T12:30:00.9+02:00"', false],
      ['@"10:30:00.1" in (@"10:30:00")', true],
      ['@"10:30:00.1" < @"10:30:00.9"', true],
      ['is(@"10:30:00.1", @"10:30:00.9")', false],
      ['@"PT0.1S" = @"PT0.9S"', false],
    ])
  })

  it('distinguishes the ranges (=5) and (!=5) from ranges with two bounds', () => {
    assertValues([
      ['(=5) = [5..5]', false],
      ['(=5) = (=5)', true],
      ['(!=5) = (!=5)', true],
      ['(!=5) = (=5)', false],
      ['4 in (!=5)', true],
      ['[4, 5][item in (!=5)]', [4]],
      ['{r: (!=5), in: 5 in r}.in', false],
      ['{r: (!=5), in: "a" in r}.in', null],
      ['[(!=5).start, (!=5).start included]', [5, false]],
      ['before(1, (!=5))', null],
      ['string([(=5), (!=5)])', '[(=5), (!=5)]'],
    ])
  })

  it('adds and subtracts dates, times and durations', () => {
    assertValues([
      ['@"2026-01-31" + @"P1M"', '2026-02-28'],
      ['@"2026-03-01" - @"2026-02-01"', 'P28D'],
      ['@"2026-05-01T23:00:00" + @"PT2H"', '2026-05-02T01:00:00'],
      ['@"10:00:00" - @"PT11H"', '23:00:00'],
      ['@"P1Y" + @"P2M"', 'P1Y2M'],
      ['@"P1D" * 1.5', 'P1DT12H'],
      ['@"P1D" / @"PT6H"', 4],
      ['@"2026-05-01T10:00:00Z" = @"2026-05-01T12:00:00+02:00"', true],
      ['@"2026-05-01T10:00:00" < @"2026-05-01T12:00:00Z"', null],
      ['"a" + "b"', 'ab'],
      ['"a" + 1', null],
    ])
  })

  it('reads the properties of dates, times, durations and ranges', () => {
    assertValues([
      ['@"2026-05-01".weekday', 5],
      ['@"2026-05-01T10:20:30@Europe/Berlin".time offset', 'PT2H'],
      ['@"2026-05-01T10:20:30@Europe/Berlin".timezone', 'Europe/Berlin'],
      ['@"P1DT5H".hours', 5],
      ['@"-P14M".years', -1],
    ])
  })

  it('knows the types of values', () => {
    assertValues([
      ['1 instance of number', true],
      ['[1, 2] instance of list<number>', true],
      ['[1, "a"] instance of list<number>', false],
      ['{a: 1} instance of context<a: number>', true],
      ['@"P1D" instance of days and time duration', true],
      ['null instance of string', false],
      ['[1..2] instance of range<number>', true],
      ['(function(x) x) instance of function<number> -> number', true],
    ])
  })
})

describe('10.3.2.14 if, for, some and every', () => {
  it('chooses, repeats and quantifies', () => {
    assertValues([
      ['if null then 1 else 2', 2],
      ['for x in [1, 2], y in [x, 10] return x * y', [1, 10, 4, 20]],
      ['for i in 3..1 return i', [3, 2, 1]],
      ['for i in 1..4 return if i = 1 then 1 else i * partial[-1]', [1, 2, 6, 24]],
      ['for d in @"2026-05-01"..@"2026-05-03" return d.day', [1, 2, 3]],
      ['some x in [1, 2] satisfies x > 1', true],
      ['every x in [1, 2] satisfies x > 1', false],
      ['every x in [] satisfies x > 1', true],
      ['some x in [1, 2], y in [2, 3] satisfies x = y', true],
    ])
  })
})

describe('10.3.2.12 functions', () => {
  it('are defined, called by position or name, and see the names around them', () => {
    assertValues([
      ['(function(x, y) x - y)(y: 1, x: 3)', 2],
      ['{tax: 0.2, gross: function(net: number) net * (1 + tax), r: gross(10)}.r', 12],
      ['(function(x: number) x)("a")', null],
      ['(function(x: list<number>) count(x))(1)', 1],
      ['1(2)', null],
    ])
  })
})

describe('the report of an evaluation', () => {
  it('contains a warning for every value that became null', () => {
    const { value, warnings } = compileFeel('missing + 1').evaluate(new Map(), atNoon)
    assert.equal(value, null)
    assert.deepEqual(warnings, ['"missing" has no value', 'cannot add null and number'])
  })

  it('contains the paths that the expression reads, including in loops and filters', () => {
    const { references } = compileFeel('for l in order.lines[open] return l.price * factor + order.total', {
      names: { order: 'Any', factor: 'number' },
    })
    const shown = references.map((path) => path.join('.')).sort()
    assert.deepEqual(shown, ['factor', 'open', 'order.lines.open', 'order.lines.price', 'order.total'])
  })

  it('contains no local names', () => {
    assert.deepEqual(compileFeel('(function(x) x + {y: 1, z: y}.z)([1][item = 1])').references, [])
  })

  it('leaves the variables unchanged', () => {
    const variables = variablesOf({ list: [3, 1, 2], context: { a: 1 } })
    compileFeel('[sort(list, function(a, b) a < b), context put(context, "b", 2), append(list, 4)]').evaluate(
      variables,
      atNoon,
    )
    assert.deepEqual(variables, variablesOf({ list: [3, 1, 2], context: { a: 1 } }))
  })
})
