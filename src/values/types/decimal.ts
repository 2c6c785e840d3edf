import { Type } from 'typebox'
import { type Sql, sql } from '../../foundation/db/sql.ts'
import { wrongValue } from '../errors.ts'
import type { FieldType } from '../field-type.ts'
import { readNumberCriterion } from './number.ts'
import { shownValue } from './shown-value.ts'

const maxChars = 60
const form = /^-?\d+(\.\d+)?([eE][+-]?\d{1,3})?$/

/**
 * An exact decimal number, stored as a string without an exponent, such as `"0.1"`. A JSON number is accepted as well.
 */
export const decimalType: FieldType = {
  code: 'DECIMAL',
  word: 'decimal',
  column: { type: 'numeric', value: (json) => asDecimal(json) },
  settings: Type.Object({}),
  wire: () => Type.String({ pattern: '^-?\\d+(\\.\\d+)?$' }),
  read(value, field) {
    const text = typeof value === 'number' && Number.isFinite(value) ? String(value) : value
    const decimal = typeof text === 'string' && text.length <= maxChars ? plain(text) : undefined
    if (decimal === undefined)
      throw wrongValue(field, `must be a decimal number as text, such as "0.1", not ${shownValue(value)}`)
    return decimal
  },
  cell: (text) => text.trim(),
  comparable: () => ({ kind: 'number', many: false, value: asDecimal, stored: String }),
  criterion: (value, field) => readNumberCriterion(numbersIn(value), field),
  inName: undefined,
  exported: undefined,
  inDocuments: undefined,
  asInputs: undefined,
  asVariables: { decimal: {} },
  inExpressions: { type: () => 'number' },
  asReportColumn: undefined,
  asReportParameter: undefined,
}

/**
 * Returns a number without an exponent, leading zeros, trailing zeros of the fraction, or a sign of zero; undefined
 * for text that is not a number or needs too many digits.
 */
function plain(text: string): string | undefined {
  if (!form.test(text)) return undefined
  const [mantissa = '', exponent = '0'] = text.toLowerCase().split('e')
  const isNegative = mantissa.startsWith('-')
  const [whole = '', fraction = ''] = mantissa.replace('-', '').split('.')
  const point = whole.length + Number(exponent)
  if (Math.abs(point) > maxChars) return undefined
  const digits = `${'0'.repeat(Math.max(0, -point))}${whole}${fraction}${'0'.repeat(Math.max(0, point - whole.length - fraction.length))}`
  const at = Math.max(0, point)
  const left = digits.slice(0, at).replace(/^0+(?=\d)/, '') || '0'
  const right = digits.slice(at).replace(/0+$/, '')
  const number = right === '' ? left : `${left}.${right}`
  return isNegative && number !== '0' ? `-${number}` : number
}

/** Converts the value or the bounds of a filter, which may be strings, to numbers. */
function numbersIn(value: unknown): unknown {
  if (typeof value === 'string' && form.test(value)) return Number(value)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, bound]) => [
      key,
      typeof bound === 'string' && form.test(bound) ? Number(bound) : bound,
    ]),
  )
}

function asDecimal(json: Sql): Sql {
  return sql`(case when ${json} #>> '{}' ~ '^-?[0-9]{1,200}([.][0-9]{1,200})?$' then (${json} #>> '{}')::numeric end)`
}
