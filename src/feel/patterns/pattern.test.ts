import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { atNoon } from '../expressions.fixture.ts'
import { Run } from '../run.ts'
import { compilePattern, firstMatch } from './pattern.ts'

const find = (pattern: string, text: string, flags = ''): string | undefined => {
  const run = new Run(atNoon)
  const compiled = compilePattern(pattern, flags, run)
  assert.ok(compiled, pattern)
  const all = Array.from(text)
  const match = firstMatch(compiled, all, 0, run)
  return match && all.slice(match[0], match[1]).join('')
}

describe('patterns', () => {
  it('support classes, categories, anchors and flags', () => {
    assert.equal(find(String.raw`\d{2,3}`, 'a1234'), '123')
    assert.equal(find(String.raw`\p{Lu}+`, 'abÄÖc'), 'ÄÖ')
    assert.equal(find('[a-z-[aeiou]]+', 'aebcd'), 'bcd')
    assert.equal(find('^b$', 'a\nb\nc'), undefined)
    assert.equal(find('^b$', 'a\nb\nc', 'm'), 'b')
    assert.equal(find('a.c', 'a\nc', 's'), 'a\nc')
    assert.equal(find('a b c', 'abc', 'x'), 'abc')
    assert.equal(find('ABC', 'xabc', 'i'), 'abc')
    assert.equal(find('a+?', 'aaa'), 'a')
  })

  it('that are wrong are refused', () => {
    for (const pattern of [
      '(',
      'a)',
      '*',
      '[',
      '[]',
      'a{2,1}',
      '\\',
      String.raw`\q`,
      '(.)\\3',
      '(a\\1)',
      '[a\\1]',
      String.raw`\p{ IsBasicLatin}`,
      String.raw`\p{IsNothing}`,
      'a{5000}',
      '((a{900}){900}){900}',
    ]) {
      assert.equal(compilePattern(pattern, '', new Run(atNoon)), undefined, pattern)
    }
    assert.equal(compilePattern('a', 'g', new Run(atNoon)), undefined)
  })

  it('support names of Unicode blocks', () => {
    assert.equal(find(String.raw`\p{IsCyrillic}+`, 'abcДокумент1'), 'Документ')
    assert.equal(find(String.raw`\P{IsBasicLatin}+`, 'abcДокумент1'), 'Документ')
    assert.equal(find(String.raw`[\p{IsBasicLatin}-[a-c]]+`, 'abcd!Д'), 'd!')
    assert.equal(find(String.raw`\p{ I s BasicLatin }+`, 'Дab', 'x'), 'ab')
    assert.equal(find(String.raw`\p{IsLatin-1Supplement}\p{IsGreek}`, 'é é α éα'), 'éα')
  })

  it('support back references', () => {
    assert.equal(find(String.raw`(a+)b\1`, 'aaabaa'), 'aabaa')
    assert.equal(find(String.raw`(a)\1`, 'aA'), undefined)
    assert.equal(find(String.raw`(a)\1`, 'aA', 'i'), 'aA')
    assert.equal(find(String.raw`(["']).*?\1`, `say "it's" now`), `"it's"`)
    assert.equal(find(String.raw`(a)?b\1$`, 'b'), 'b')
    assert.equal(find(String.raw`(a)\10`, 'aa0'), 'aa0')
    assert.equal(find(String.raw`^(a|ab)(c|bcd)\2$`, 'abcdbcd'), 'abcdbcd')
    assert.equal(find(String.raw`(a*)*\1$`, 'aab'), '')
  })

  it('with back references end with an error when they take too long', () => {
    const run = new Run(atNoon)
    const pattern = compilePattern(String.raw`(a*)(a*)(a*)(a*)(a*)\1\2\3\4b`, '', run)!
    assert.throws(() => firstMatch(pattern, Array.from('a'.repeat(200)), 0, run), { code: 'expression.limit_exceeded' })
  })

  it('find the same first match as the native engine', () => {
    const pattern = fc.letrec<{ p: string }>((tie) => ({
      p: fc.oneof(
        { maxDepth: 3 },
        fc.constantFrom('a', 'b', '.', '[ab]', '[^a]', 'c'),
        fc.tuple(tie('p'), tie('p')).map(([left, right]) => left + right),
        fc.tuple(tie('p'), tie('p')).map(([left, right]) => `(${left}|${right})`),
        fc
          .tuple(tie('p'), fc.constantFrom('*', '+', '?', '*?', '+?', '{1,2}'))
          .map(([body, many]) => `(?:${body}c)${many}`),
      ),
    })).p
    fc.assert(
      fc.property(pattern, fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 12 }), (source, text) => {
        assert.equal(find(source, text), new RegExp(source, 'v').exec(text)?.[0], `${source} on ${text}`)
      }),
      { seed: 53, numRuns: 1000 },
    )
  })
})
