import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Condition } from '../condition.ts'
import { parseEql } from './parser.ts'

/** Returns a condition on one line, without positions. */
function show(condition: Condition | undefined): string {
  const text = JSON.stringify(condition, (key, value) => (key === 'at' || key === 'is' ? undefined : value))
  return text?.replaceAll('"', '') ?? ''
}

const field = (name: string) => `{names:[${name}]}`

describe('reading', () => {
  const cases: readonly (readonly [string, string])[] = [
    ['[a]=1', `{operator:=,left:${field('a')},right:{value:1}}`],
    ["[a] = 'it''s'", `{operator:=,left:${field('a')},right:{value:it's}}`],
    ['1 < [a]', `{operator:>,left:${field('a')},right:{value:1}}`],
    ['[a] >= -1.5e3', `{operator:>=,left:${field('a')},right:{value:-1500}}`],
    ['[a] IS Null', `{field:${field('a')}}`],
    ['[ fullname . lastname ] is null', '{field:{names:[fullname,lastname]}}'],
    ["[a] LIKE 'x'", `{field:${field('a')},pattern:x,whole:false}`],
    ["[a] likef '\\%x'", `{field:${field('a')},pattern:\\\\%x,whole:true}`],
    ['[a] in (1,2)', `{value:${field('a')},among:{values:[{value:1},{value:2}]}}`],
    ['[a] in [b]', `{value:${field('a')},among:${field('b')}}`],
    ['Count([a]) > 1', `{operator:>,left:{what:${field('a')}},right:{value:1}}`],
    [
      "[a] = RelativeDatetime('-7d','0w')",
      `{field:${field('a')},operator:=,period:{from:[{amount:-7,unit:d}],to:[{amount:0,unit:w}]}}`,
    ],
    [
      "RelativeDatetime('0y+3q','0d') < [a]",
      `{field:${field('a')},operator:>,period:{from:[{amount:0,unit:y},{amount:3,unit:q}],to:[{amount:0,unit:d}]}}`,
    ],
    ["[a] = DATETIME(2026,5,1,12,30,15,'+03:00')", `{operator:=,left:${field('a')},right:{text:2026-05-01T09:30:15Z}}`],
    [
      "[a] = Datetime(2026,7,1,0,0,0,'Europe/Berlin')",
      `{operator:=,left:${field('a')},right:{text:2026-06-30T22:00:00Z}}`,
    ],
    ['[a] = Time(8, 30)', `{operator:=,left:${field('a')},right:{text:0001-01-01T08:30:00Z}}`],
    ["[a] in (Refitem('n','c'))", `{value:${field('a')},among:{values:[{namespace:n,code:c}]}}`],
    [
      '[a] in (select [b] from [n.s.c] where [d] = parent.[e])',
      `{value:${field('a')},among:{namespace:n.s,code:c,select:${field('b')},where:{operator:=,left:${field('d')},right:{names:[e],of:parent}}}}`,
    ],
    ['[a] in (from [n.c] select [b])', `{value:${field('a')},among:{namespace:n,code:c,select:${field('b')}}}`],
  ]
  for (const [text, expected] of cases) test(text, () => assert.equal(show(parseEql(text)), expected))

  test('`and` binds tighter than `or`, `not` tighter than both, brackets tightest', () => {
    const one = (name: string) => `{field:${field(name)}}`
    const text = 'not [a] is null and [b] is null or [c] is null and ([d] is null or [e] is null)'
    const left = `{of:[{of:${one('a')}},${one('b')}]}`
    assert.equal(show(parseEql(text)), `{of:[${left},{of:[${one('c')},{of:[${one('d')},${one('e')}]}]}]}`)
  })

  test('a blank text gives no condition', () => assert.equal(parseEql(' \n '), undefined))
})

describe('refusing', () => {
  const cases: readonly (readonly [string, string])[] = [
    ['[a] is not null', 'at character 8: "not" must come before the condition; write "not [a] is null"'],
    ['[a] not in (1)', 'at character 5: "not" must come before the condition; write "not [a] in (…)"'],
    ["[a] not like 'x'", 'at character 5: "not" must come before the condition; write "not [a] like \'…\'"'],
    ['not not [a] = 1', 'at character 5: "not" must come before a condition or a bracket'],
    ['[a] <> 1', 'at character 5: "<>" is not known; write "not [a] = …"'],
    ['[a] = null', 'at character 7: nothing equals null; write "[…] is null"'],
    ['[a] = 1 [b] = 2', 'at character 9: "and", "or" or the end is expected here, not [b]'],
    ['[a] =', 'at character 6: a value is expected here, not the end of the text'],
    [
      '[a]',
      'at character 4: a comparison (=, <, >, <=, >=, like, likef, in, is null) is expected here, not the end of the text',
    ],
    ['amount = 1', 'at character 1: a field in square brackets or a value is expected here, not "amount"'],
    ['([a] = 1', 'at character 9: ")" is expected here, not the end of the text'],
    ["[a] = 'x", 'at character 7: the text that starts here has no closing quote'],
    ['[a = 1', 'at character 1: the bracket [ is never closed'],
    ['[] = 1', 'at character 1: the brackets contain no field name'],
    ['[a..b] = 1', 'at character 1: the brackets contain no field name'],
    ['[a] = 1; drop', 'at character 8: ";" is not allowed here; write texts in single quotes and fields in [ ]'],
    ['[a] like 1', 'at character 10: "like" needs a text in single quotes, not "1"'],
    ['[a] = Datetme(1)', 'at character 7: unknown function "datetme"; did you mean "Datetime"?'],
    ['[a] = constructor()', 'at character 7: unknown function "constructor"'],
    [
      '[a] = Datetime(2026, 13)',
      'at character 7: Datetime takes (year, month, day, hour, minute, second, zone); all but the year can be omitted',
    ],
    ["[a] = Datetime('Soon')", "at character 7: Datetime knows the words 'Now' and 'Today'"],
    [
      "[a] in (1, RelativeDatetime('0d','0d'))",
      'at character 12: RelativeDatetime must stand alone on one side of a comparison or after "in"',
    ],
    [
      "RelativeDatetime('0d','0d') like [a]",
      'at character 29: a comparison (=, <, >, <=, >=) is expected here, not "like"',
    ],
    [
      "[a] = RelativeDatetime('7x','0d')",
      "at character 7: RelativeDatetime takes two offsets such as '-7d' and '0y+3q' (units y q m w d h)",
    ],
    ["'a' = 'b'", 'at character 7: two values are compared here; one side must be a field'],
    ['[a] in (select [b] from [c])', 'at character 25: an application is expected here, as [namespace.code], not [c]'],
    ['[a] in (from [n.c] where [b] = 1)', 'at character 20: "select" is expected here, not "where"'],
    ['[a] = 1e999', 'at character 7: the number is too large'],
  ]
  for (const [text, message] of cases) {
    test(text, () => assert.throws(() => parseEql(text), { code: 'query.wrong_eql', status: 400, message }))
  }

  test('NUL and lone surrogates are refused', () => {
    for (const text of ["[a] = 'x\0'", "[a] = '\ud800'", '[a\0] = 1']) {
      assert.throws(() => parseEql(text), { code: 'query.invalid_character' })
    }
  })
})

describe('limits', () => {
  const tooComplex = { code: 'query.too_complex', status: 400 }
  const repeated = (text: string, count: number, between: string) =>
    Array.from({ length: count }, () => text).join(between)

  test('20 brackets may be nested, and no more', () => {
    const nested = (depth: number) => `${'('.repeat(depth)}[a] = 1${')'.repeat(depth)}`
    assert.ok(parseEql(nested(19)))
    for (const depth of [20, 5000]) assert.throws(() => parseEql(nested(depth)), tooComplex)
    assert.throws(() => parseEql('not ('.repeat(5000)), tooComplex)
  })

  test('500 conditions and no more', () => {
    assert.ok(parseEql(repeated('[a]=1', 500, ' or ')))
    assert.throws(() => parseEql(repeated('[a]=1', 501, ' or ')), tooComplex)
  })

  test('10,000 values in one list and no more', () => {
    assert.ok(parseEql(`[a] in (${repeated('1', 10_000, ',')})`))
    assert.throws(() => parseEql(`[a] in (${repeated('1', 10_001, ',')})`), tooComplex)
  })

  test('32 KiB of text and no more', () => {
    const text = `[a] = '${'ё'.repeat(16_000)}'`
    assert.ok(parseEql(text))
    assert.throws(() => parseEql(`${text}${' '.repeat(1000)}`), tooComplex)
  })
})
