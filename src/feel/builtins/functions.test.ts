import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { compileFeel } from '../compile-feel.ts'
import { assertValues, atNoon } from '../expressions.fixture.ts'
import { builtins } from './index.ts'

describe('10.3.4 built-in functions', () => {
  it('include every function of the specification', () => {
    const specified = `date|date and time|time|number|string|duration|years and months duration|range|not|is
      |substring|string length|upper case|lower case|substring before|substring after|replace|contains|starts with
      |ends with|matches|split|string join|list contains|count|min|max|sum|mean|all|any|sublist|append|concatenate
      |insert before|remove|list replace|reverse|index of|union|distinct values|flatten|product|median|stddev|mode
      |decimal|floor|ceiling|round up|round down|round half up|round half down|abs|modulo|sqrt|log|exp|odd|even
      |before|after|meets|met by|overlaps|overlaps before|overlaps after|finishes|finished by|includes|during
      |starts|started by|coincides|sort|get value|get entries|context|context put|context merge
      |day of year|day of week|month of year|week of year|now|today`
    const names = specified.split('|').map((name) => name.trim())
    assert.deepEqual(new Set(builtins.keys()), new Set(names))
  })

  it('give null and a warning for arguments of the wrong type', () => {
    const { value, warnings } = compileFeel('upper case(1)').evaluate(new Map(), atNoon)
    assert.equal(value, null)
    assert.deepEqual(warnings, ['upper case(string) does not accept (number)'])
  })

  it('10.3.4.1 convert', () => {
    assertValues([
      ['date(2026, 5, 1)', '2026-05-01'],
      ['date("2026-02-30")', null],
      ['date(@"2026-05-01T10:00:00")', '2026-05-01'],
      ['date and time(@"2026-05-01", @"10:00:00Z")', '2026-05-01T10:00:00Z'],
      ['date and time("2026-05-01T24:00:00")', '2026-05-02T00:00:00'],
      ['time(10, 30, 1.5, @"PT2H")', '10:30:01.5+02:00'],
      ['time("25:00:00")', null],
      ['number("1 000,5", " ", ",")', 1000.5],
      ['number(from: "1,5", decimal separator: ",")', 1.5],
      ['string(1.50)', '1.5'],
      ['string([1, {a: "x"}])', '[1, {a: "x"}]'],
      ['duration("P1Y2M")', 'P1Y2M'],
      ['years and months duration(@"2024-12-22", @"2026-01-21")', 'P1Y'],
      ['range("[1..5)").end', 5],
      ['range("[5..1]")', null],
    ])
  })

  it('10.3.4.3 work on strings by characters', () => {
    assertValues([
      ['substring("a🐎bc", 2, 2)', '🐎b'],
      ['substring("foobar", -2)', 'ar'],
      ['substring("foobar", 7)', null],
      ['string length("🐎")', 1],
      ['upper case("é")', 'É'],
      ['substring before("foobar", "bar")', 'foo'],
      ['substring after("foobar", "ob")', 'ar'],
      ['contains("foobar", "ob")', true],
      ['starts with("foobar", "fo")', true],
      ['matches("foobar", "^FO*b", "i")', true],
      ['replace("abab", "(a)(b)", "$2$1")', 'baba'],
      ['replace("abc", "[a-c-[b]]", "#")', '#b#'],
      ['replace("abc", "x*", "#")', null],
      ['split("a;b;;c", ";")', ['a', 'b', '', 'c']],
      ['string join(["a", null, "b"], ", ")', 'a, b'],
      ['matches("a", "(")', null],
    ])
  })

  it('10.3.4.4 work on lists', () => {
    assertValues([
      ['list contains([1, null], null)', true],
      ['count([1, 2])', 2],
      ['min(1, 3, 2)', 1],
      ['max(["a", "c", "b"])', 'c'],
      ['sum([0.1, 0.2])', 0.3],
      ['mean([1, 2, 3])', 2],
      ['all([true, null])', null],
      ['any([false, true])', true],
      ['sublist([4, 5, 6], 1, 2)', [4, 5]],
      ['append([1], 2, 3)', [1, 2, 3]],
      ['concatenate([1], [2])', [1, 2]],
      ['insert before([1, 3], 2, 2)', [1, 2, 3]],
      ['remove([1, 2, 3], -1)', [1, 2]],
      ['list replace([2, 4, 7, 8], function(item, newItem) item < newItem, 5)', [5, 5, 7, 8]],
      ['reverse([1, 2])', [2, 1]],
      ['index of([1, 2, 1], 1)', [1, 3]],
      ['union([1, 2], [2, 3])', [1, 2, 3]],
      ['distinct values([1, 1.0, "1", [1], [1]])', [1, '1', [1]]],
      ['flatten([[1, [2]], 3])', [1, 2, 3]],
      ['product(2, 3)', 6],
      ['median(8, 2, 5, 3)', 4],
      ['stddev(2, 4, 7, 5)', '2.081665999466132735282297706979931'],
      ['mode([6, 3, 9, 6, 6, 1, 3, 3])', [3, 6]],
      ['sum([])', null],
      ['sort([3, 1, 2], function(a, b) a > b)', [3, 2, 1]],
    ])
  })

  it('10.3.4.5 calculate', () => {
    assertValues([
      ['decimal(2.5, 0)', 2],
      ['decimal(1155, -1)', 1160],
      ['floor(-1.5)', -2],
      ['ceiling(1.26, 1)', 1.3],
      ['round up(-5.5, 0)', -6],
      ['round down(5.5, 0)', 5],
      ['round half up(5.5, 0)', 6],
      ['round half down(5.5, 0)', 5],
      ['abs(@"-P1D")', 'P1D'],
      ['modulo(-12, 5)', 3],
      ['modulo(10.1, 4.5)', 1.1],
      ['sqrt(16)', 4],
      ['sqrt(-1)', null],
      ['exp(0)', 1],
      ['log(1)', 0],
      ['odd(5)', true],
      ['even(5)', false],
    ])
  })

  it('10.3.4.9 work on contexts', () => {
    assertValues([
      ['get value({a: {b: 1}}, ["a", "b"])', 1],
      ['get entries({a: 1})', [{ key: 'a', value: 1 }]],
      ['context([{key: "a", value: 1}])', { a: 1 }],
      ['context put({a: {b: 1}}, ["a", "b"], 2)', { a: { b: 2 } }],
      ['context merge([{a: 1, b: 1}, {b: 2}])', { a: 1, b: 2 }],
    ])
  })

  it('10.3.4.10 relate points and ranges', () => {
    assertValues([
      ['before(1, (1..10])', true],
      ['before([1..10), 10)', true],
      ['after([11..20], [1..11))', true],
      ['meets([1..5], [5..10])', true],
      ['met by([5..10], [1..5))', false],
      ['overlaps([5..10], [1..6])', true],
      ['overlaps((6..10], [1..6])', false],
      ['overlaps before([1..5], [4..10])', true],
      ['overlaps after([4..10], [1..5])', true],
      ['finishes(5, [1..5])', true],
      ['finished by([1..5), 5)', false],
      ['includes([1..10], (1..10))', true],
      ['during(5, [1..10])', true],
      ['starts((1..5], [1..10])', false],
      ['started by([1..10], 1)', true],
      ['coincides([1..5], [1..5])', true],
      ['is(@"10:00:00Z", @"10:00:00+00:00")', true],
      ['is(value1: @"2021-02-13")', false],
      ['is(value2: null)', true],
      ['before(1, "a")', null],
    ])
  })

  it('10.3.4.11 name days, weeks and months', () => {
    assertValues([
      ['day of week(@"2026-05-01")', 'Friday'],
      ['month of year(@"2026-05-01")', 'May'],
      ['day of year(@"2026-12-31")', 365],
      ['week of year(@"2027-01-01")', 53],
    ])
  })

  it('10.3.4.12 use the clock of the evaluation', () => {
    assertValues([
      ['now()', '2026-05-01T12:30:00@Europe/Berlin'],
      ['today()', '2026-05-01'],
    ])
  })
})
