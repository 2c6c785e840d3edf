import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { compileFeel } from '../compile-feel.ts'
import { atNoon } from '../expressions.fixture.ts'
import { fromJson, toJson } from '../json.ts'
import { Run } from '../run.ts'
import { civilDate, dayNumber } from '../values/calendar.ts'
import { equals } from '../values/compare.ts'
import { DaysTimeDuration } from '../values/temporal.ts'
import { readDuration, showDuration } from '../values/temporal-text.ts'
import { showValue } from '../values/text.ts'

const seed = 53
const run = () => new Run(atNoon)
const parse = (text: string) => compileFeel(text).evaluate(new Map(), atNoon).value

const words = fc.string({ unit: 'binary', maxLength: 8 }).map((text) => text.toWellFormed())
const json = fc.letrec((tie) => ({
  value: fc.oneof({ maxDepth: 3 }, fc.integer(), fc.boolean(), fc.constant(null), words, tie('list'), tie('object')),
  list: fc.array(tie('value'), { maxLength: 3 }),
  object: fc.dictionary(fc.stringMatching(/^[a-z]{1,5}( [a-z]{1,5})?$/), tie('value'), { maxKeys: 3 }),
})).value

describe('round trips', () => {
  it('a value that string() writes in a list is read back as the same value', () => {
    fc.assert(
      fc.property(json, (sample) => {
        const value = [fromJson(sample as never)]
        const text = showValue(value, run())
        assert.equal(equals(parse(text), value, run()), true, text)
      }),
      { seed, numRuns: 300 },
    )
  })

  it('a JSON value is unchanged by a conversion to FEEL and back', () => {
    fc.assert(
      fc.property(json, (sample) => {
        assert.equal(JSON.stringify(toJson(fromJson(sample as never), run())), JSON.stringify(sample))
      }),
      { seed, numRuns: 300 },
    )
  })

  it('a text of any characters compiles or is refused with a position', () => {
    const pieces = fc.constantFrom(
      'a',
      '1',
      '"x"',
      '(',
      ')',
      '[',
      ']',
      '{',
      '}',
      ':',
      ',',
      '..',
      '.',
      '+',
      '-',
      '**',
      'in',
      'for',
      'return',
      'if',
      'then',
      'else',
      'not',
      '?',
      '@',
      '=',
      '<',
      'and',
      'between',
      'function',
      'some',
      'satisfies',
      'instance of',
      '\u0000',
      '🐎',
      '$',
      "'",
    )
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 12 }), (parts) => {
        try {
          compileFeel(parts.join(' ')).evaluate(new Map(), atNoon)
        } catch (error) {
          assert.match(String(error), /at \d+:\d+|steps/)
        }
      }),
      { seed, numRuns: 3000 },
    )
  })

  it('a day number is unchanged by a conversion to a date and back', () => {
    fc.assert(
      fc.property(fc.integer({ min: -(10 ** 8), max: 10 ** 8 }), (days) => {
        const { year, month, day } = civilDate(days)
        assert.equal(dayNumber(year, month, day), days)
      }),
      { seed },
    )
  })

  it('a duration is unchanged by a conversion to text and back', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }), (nanos) => {
        assert.deepEqual(readDuration(showDuration(new DaysTimeDuration(nanos))), new DaysTimeDuration(nanos))
      }),
      { seed },
    )
  })
})
