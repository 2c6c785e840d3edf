import type { Run } from '../run.ts'
import { number } from '../values/arithmetic.ts'
import { Decimal, integerOf, type Rounding, zero } from '../values/decimal.ts'
import { DaysTimeDuration, YearsMonthsDuration } from '../values/temporal.ts'
import { define, type Signature } from './builtin.ts'

/** The cost of a function that is approximated digit by digit, in steps. */
const costlySteps = 1_500

/** Numeric functions (10.3.4.5). */
export const numericFunctions: readonly Signature[] = [
  define('decimal', { n: 'number', scale: 'number' }, ({ n, scale }, run) => {
    return round(n, scale, Decimal.ROUND_HALF_EVEN, run)
  }),
  define('floor', { n: 'number' }, ({ n }, run) => round(n, zero, Decimal.ROUND_FLOOR, run)),
  define('floor', { n: 'number', scale: 'number' }, ({ n, scale }, run) => round(n, scale, Decimal.ROUND_FLOOR, run)),
  define('ceiling', { n: 'number' }, ({ n }, run) => round(n, zero, Decimal.ROUND_CEIL, run)),
  define('ceiling', { n: 'number', scale: 'number' }, ({ n, scale }, run) => round(n, scale, Decimal.ROUND_CEIL, run)),
  define('round up', { n: 'number', scale: 'number' }, ({ n, scale }, run) => round(n, scale, Decimal.ROUND_UP, run)),
  define('round down', { n: 'number', scale: 'number' }, ({ n, scale }, run) => {
    return round(n, scale, Decimal.ROUND_DOWN, run)
  }),
  define('round half up', { n: 'number', scale: 'number' }, ({ n, scale }, run) => {
    return round(n, scale, Decimal.ROUND_HALF_UP, run)
  }),
  define('round half down', { n: 'number', scale: 'number' }, ({ n, scale }, run) => {
    return round(n, scale, Decimal.ROUND_HALF_DOWN, run)
  }),
  define('abs', { n: 'number' }, ({ n }) => n.abs()),
  define('abs', { n: 'days and time duration' }, ({ n }) => new DaysTimeDuration(n.nanos < 0n ? -n.nanos : n.nanos)),
  define('abs', { n: 'years and months duration' }, ({ n }) => new YearsMonthsDuration(Math.abs(n.months))),
  define('modulo', { dividend: 'number', divisor: 'number' }, ({ dividend, divisor }, run) => {
    if (divisor.isZero()) return run.warn('division by zero')
    run.charge(Math.abs(dividend.e - divisor.e))
    return number(dividend.mod(divisor), run)
  }),
  define('sqrt', { number: 'number' }, ({ number: n }, run) => {
    run.charge(costlySteps)
    return number(n.sqrt(), run)
  }),
  define('log', { number: 'number' }, ({ number: n }, run) => {
    run.charge(costlySteps)
    return number(n.ln(), run)
  }),
  define('exp', { number: 'number' }, ({ number: n }, run) => {
    run.charge(costlySteps)
    return number(n.exp(), run)
  }),
  define('odd', { number: 'number' }, ({ number: n }) => n.isInteger() && !n.mod(2).isZero()),
  define('even', { number: 'number' }, ({ number: n }) => n.isInteger() && n.mod(2).isZero()),
]

/** Rounds to a number of decimal places; a negative scale rounds to tens, hundreds and so on. */
function round(n: Decimal, scale: Decimal, mode: Rounding, run: Run): Decimal | null {
  const places = integerOf(scale.trunc())
  if (places === undefined || places < -6111 || places > 6176) {
    return run.warn('the scale is not between -6111 and 6176')
  }
  if (places >= 0) return number(n.toDecimalPlaces(places, mode), run)
  const unit = new Decimal(10).pow(-places)
  return number(n.div(unit).toDecimalPlaces(0, mode).times(unit), run)
}
