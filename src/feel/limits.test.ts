import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { compileFeel } from './compile-feel.ts'
import { atNoon, refusal } from './expressions.fixture.ts'

const exceeded = { code: 'expression.limit_exceeded', status: 400 }

describe('a runaway expression', () => {
  const texts: readonly string[] = [
    'for i in 1..1000000000 return i',
    'some i in 1..1000000000 satisfies i < 0',
    'count(for i in 1..100000, j in 1..100000 return i)',
    'for i in 1..100000 return partial',
    '(function(f) f(f))(function(f) f(f))',
    '{f: function(g, n) n + g(g, n + 1), r: f(f, 1)}.r',
    `matches("${'a'.repeat(30_000)}", "^(a|a|a)*(b|c)*(a+)+$")`,
    'for i in 1..100000 return exp(i)',
    `for i in 1..10000 return replace("${'ab'.repeat(1000)}", "a", "$0$0$0")`,
    'for i in 1..100000 return date and time("2026-05-01T00:00:00@Europe/Berlin")',
    `{a: "${'x'.repeat(1000)}", b: ${Array(30).fill('a').join('+')}, c: ${Array(30).fill('b').join('+')}}.c`,
    `for i in 1..100000 return ${'[1]['.repeat(60)}x = 1${']'.repeat(60)}`,
    'string(for i in 1..100000 return 10 ** 6000)',
  ]
  for (const text of texts) {
    it(`ends with an error: ${text.slice(0, 60)}`, { timeout: 10_000 }, () => {
      assert.throws(() => compileFeel(text).evaluate(new Map(), atNoon), exceeded)
    })
  }

  it('ends after the number of steps that the caller allows', () => {
    const { evaluate } = compileFeel('for i in 1..100 return i')
    assert.throws(() => evaluate(new Map(), { ...atNoon, budget: 100 }), exceeded)
    assert.ok(evaluate(new Map(), { ...atNoon, budget: 1000 }))
  })
})

describe('a text that is too long or nested too deeply', () => {
  const texts: readonly string[] = [
    '('.repeat(30_000),
    '['.repeat(30_000),
    '-'.repeat(30_000),
    'not('.repeat(10_000),
    'if a then b else '.repeat(3000),
    `a${'[1]'.repeat(10_000)}`,
    `a${'.a'.repeat(30_000)}`,
    `for ${Array(5000).fill('a in b').join(', ')} return a`,
    `x instance of ${'list<'.repeat(10_000)}`,
  ]
  for (const text of texts) {
    it(`is refused: ${text.slice(0, 40)}`, { timeout: 10_000 }, () => assert.match(refusal(text), /100/))
  }

  it('is refused when long paths are nested', () => {
    let text = '1'
    for (let level = 0; level < 90; level++) text = `a[${text}].b.c.d.e.f.g.h.i.j`
    assert.match(refusal(text), /more than 500 levels at 1:/)
  })

  it('is refused when nested filters contain many names', { timeout: 10_000 }, () => {
    const text = `${'a['.repeat(90)}${Array(16_000).fill('x').join('+')}${']'.repeat(90)}`
    assert.match(refusal(text), /the expression is too large at 1:/)
  })

  it('of 64 KiB is refused', () => {
    assert.match(refusal(`"${'x'.repeat(65_536)}"`), /longer than 65536 characters/)
  })

  it('may be a long chain of one operator', { timeout: 10_000 }, () => {
    const { value } = compileFeel(`1${' + 1'.repeat(15_000)}`).evaluate(new Map(), atNoon)
    assert.equal(String(value), '15001')
  })
})
