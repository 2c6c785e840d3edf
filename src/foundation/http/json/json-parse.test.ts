// Runs on the embedded database only: no test in this file uses a database.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { runAtOnce } from '../../kit/loop-turn.ts'
import { BrokenJson, parseInPieces } from './json-parse.ts'

const keysOf = (value: unknown): number =>
  typeof value !== 'object' || value === null
    ? 0
    : (Array.isArray(value) ? 0 : Object.keys(value).length) +
      Object.values(value).reduce((sum: number, entry) => sum + keysOf(entry), 0)

const parse = (text: string, pieceChars: number) => runAtOnce(parseInPieces(text, pieceChars, keysOf))
const pieceChars = fc.nat({ max: 40 })
const indent = fc.constantFrom(undefined, 1, '\t')

describe('a JSON text that is parsed in pieces', () => {
  it('gives the same value as JSON.parse and the number of its keys', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), indent, pieceChars, (given, indent, chars) => {
        const text = JSON.stringify(given, null, indent)
        const expected = JSON.parse(text)
        const { value, keys } = parse(text, chars)
        assert.deepEqual(value, expected)
        assert.equal(JSON.stringify(value), JSON.stringify(expected))
        assert.equal(keys, keysOf(expected))
      }),
      { numRuns: 3000, seed: 1 },
    )
  })

  it('is refused exactly when JSON.parse refuses it', () => {
    const spoilt = fc.tuple(
      fc.jsonValue({ maxDepth: 5 }),
      indent,
      fc.nat(),
      fc.constantFrom('', ',', ':', '[', ']', '{', '}', '"', '\\', ' ', '1', 'x', '\n', ',,', '\u00a0', '"a":1,'),
      fc.nat({ max: 2 }),
      pieceChars,
    )
    let refused = 0
    fc.assert(
      fc.property(spoilt, ([given, indent, place, sign, gone, chars]) => {
        const text = JSON.stringify(given, null, indent)
        const at = place % (text.length + 1)
        const broken = text.slice(0, at) + sign + text.slice(at + gone)
        let expected: unknown
        try {
          expected = JSON.parse(broken)
        } catch {
          refused++
          assert.throws(() => parse(broken, chars), BrokenJson, broken)
          return
        }
        const { value, keys } = parse(broken, chars)
        assert.deepEqual(value, expected, broken)
        assert.equal(keys, keysOf(expected), broken)
      }),
      { numRuns: 20_000, seed: 2 },
    )
    assert.ok(refused > 2000)
  })

  it('counts fewer keys than were written when one is repeated, wherever the pieces end', () => {
    for (let chars = 0; chars < 30; chars++) {
      const { value, keys } = parse('{"a":[1,2,3],"b":{"c":1},"a":{"d":[4,5,6]},"b":2}', chars)
      assert.deepEqual(value, { a: { d: [4, 5, 6] }, b: 2 })
      // The overwritten members may or may not have been counted.
      assert.ok(keys === 3 || keys === 4, String(keys))
    }
  })

  it('may contain the key __proto__, which is an ordinary property', () => {
    for (const chars of [0, 5, 100]) {
      const { value } = parse('{"a":1,"__proto__":{"x":[1]},"b":2}', chars)
      assert.deepEqual(Object.keys(value as object), ['a', '__proto__', 'b'])
      assert.equal(Object.getPrototypeOf(value), Object.prototype)
    }
  })

  it('reports the position of the mistake', () => {
    const place = (text: string, chars: number): number | undefined => {
      try {
        parse(text, chars)
      } catch (error) {
        return (error as BrokenJson).place
      }
      assert.fail('it was read')
    }
    for (const [text, at] of [
      ['{"a":[1,2,3],"b":[4,,5]}', 20],
      ['{"a":[1,2,3],"b" 1}', 17],
      ['[[1,2],[3,4]] 5', 14],
      ['{"a":[1,2,3],}', 13],
    ] as const) {
      assert.equal(place(text, 0), at, text)
      assert.equal(place(text, 3), at, text)
    }
  })
})
