import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { compileFeel } from '../compile-feel.ts'
import { atNoon } from '../expressions.fixture.ts'
import { Run } from '../run.ts'
import { showValue } from './text.ts'

const seed = 53
const value = (text: string) => showValue(compileFeel(text).evaluate(new Map(), atNoon).value, new Run(atNoon))

/** A decimal with its digits and its number of decimal places. */
const decimals = fc.record({
  digits: fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n }),
  scale: fc.integer({ min: 0, max: 9 }),
})

function show(digits: bigint, scale: number): string {
  const text = (digits < 0n ? -digits : digits).toString().padStart(scale + 1, '0')
  const whole = scale === 0 ? text : `${text.slice(0, -scale)}.${text.slice(-scale)}`
  return `${digits < 0n ? '-' : ''}${whole}`
}
const plain = (text: string): string => (text.includes('.') ? text.replace(/\.?0+$/, '') : text).replace(/^-0$/, '0')

describe('decimals', () => {
  it('add, subtract and multiply exactly', () => {
    fc.assert(
      fc.property(decimals, decimals, (left, right) => {
        const [a, b] = [show(left.digits, left.scale), show(right.digits, right.scale)]
        const scale = Math.max(left.scale, right.scale)
        const x = left.digits * 10n ** BigInt(scale - left.scale)
        const y = right.digits * 10n ** BigInt(scale - right.scale)
        assert.equal(value(`(${a}) + (${b})`), plain(show(x + y, scale)))
        assert.equal(value(`(${a}) - (${b})`), plain(show(x - y, scale)))
        assert.equal(value(`(${a}) * (${b})`), plain(show(left.digits * right.digits, left.scale + right.scale)))
        assert.equal(value(`(${a}) < (${b})`), String(x < y))
      }),
      { seed, numRuns: 200 },
    )
  })

  it('have a modulo with the sign of the divisor', () => {
    fc.assert(
      fc.property(
        fc.integer(),
        fc.integer().filter((divisor) => divisor !== 0),
        (dividend, divisor) => {
          const expected = ((dividend % divisor) + divisor) % divisor
          assert.equal(value(`modulo(${dividend}, ${divisor})`), String(expected === 0 ? 0 : expected))
        },
      ),
      { seed, numRuns: 100 },
    )
  })
})
