import assert from 'node:assert/strict'
import { it } from 'node:test'
import { mannWhitney } from './mann-whitney.ts'

const upTo = (count: number, shift = 0): number[] => Array.from({ length: count }, (_, place) => place + shift)

it('equal lists of numbers show no difference, even with repeated numbers', () => {
  assert.ok(mannWhitney(upTo(100), upTo(100)) > 0.99)
  assert.equal(mannWhitney([1, 1, 1], [1, 1]), 1)
})

it('a published example has its published probability', () => {
  // U is 25 of 100 for two lists of 10 values, so z = (|25 - 50| - 0.5) / sqrt(175) = 1.852.
  const a = [1, 2, 3, 4, 5, 8, 9, 12, 15, 21]
  const b = [6, 7, 10, 11, 13, 14, 16, 17, 18, 19]
  const wins = a.flatMap((one) => b.map((other) => Number(one > other))).reduce((sum, one) => sum + one)
  const z = (Math.abs(wins - 50) - 0.5) / Math.sqrt(175)
  assert.ok(Math.abs(mannWhitney(a, b) - 2 * (1 - cumulative(z))) < 1e-4)
})

it('a shift between the lists is detected in both directions', () => {
  assert.ok(mannWhitney(upTo(1000), upTo(1000, 100)) < 1e-6)
  assert.ok(mannWhitney(upTo(1000, 100), upTo(1000)) < 1e-6)
})

/** Returns the cumulative normal distribution by plain summation, which is slow but obviously right. */
function cumulative(z: number): number {
  const step = 1e-4
  let sum = 0.5
  for (let at = 0; at < z; at += step) sum += (Math.exp((-at * at) / 2) / Math.sqrt(2 * Math.PI)) * step
  return sum
}
