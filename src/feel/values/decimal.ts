import { Decimal as Library } from 'decimal.js'

/** Decimal numbers of 34 digits that round half to even, as DMN requires. */
export const Decimal = Library.clone({
  precision: 34,
  rounding: Library.ROUND_HALF_EVEN,
  minE: -6176,
  maxE: 6144,
  toExpNeg: -9e15,
  toExpPos: 9e15,
  modulo: Library.ROUND_FLOOR,
})
export type Decimal = Library
export type Rounding = Library.Rounding

export const zero = new Decimal(0)
export const one = new Decimal(1)

const numeral = /^-?(?:\d+(?:\.\d+)?|\.\d+)(?:[eE][+-]?\d{1,9})?$/

/** Returns the number of a numeral such as `-1.5e3`, rounded to 34 digits; undefined for any other text. */
export function readDecimal(text: string): Decimal | undefined {
  return numeral.test(text) ? finite(new Decimal(text).toSignificantDigits(34)) : undefined
}

/** Returns the number; undefined when it is infinite or not a number. Negative zero becomes zero. */
export function finite(number: Decimal): Decimal | undefined {
  if (!number.isFinite()) return undefined
  return number.isZero() && number.isNegative() ? zero : number
}

export function decimalOf(number: number): Decimal {
  return new Decimal(number)
}

/** Returns the number as a safe integer; undefined when it has a fraction or is too large. */
export function integerOf(number: Decimal): number | undefined {
  if (!number.isInteger()) return undefined
  const integer = number.toNumber()
  return Number.isSafeInteger(integer) ? integer : undefined
}
