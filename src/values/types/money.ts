import { Type } from 'typebox'
import { type Sql, sql } from '../../foundation/db/sql.ts'
import { isObject } from '../../foundation/kit/json.ts'
import { namedCell, textCell } from '../cells.ts'
import { shown, wrongValue } from '../errors.ts'
import type { Field, FieldType } from '../field-type.ts'
import { numberOf } from '../raw-number.ts'
import { comparedText } from './entries.ts'
import { asBigint, numberType, parseDecimal, readNumberCriterion } from './number.ts'
import { stringType } from './text.ts'

const currencyCode = /^[A-Z]{3}$/

/**
 * An amount in hundredths of a currency: `{cents, currency}`. Comparisons and sorting use the cents and ignore the
 * currency.
 */
export const moneyType: FieldType = {
  code: 'MONEY',
  word: 'money',
  column: { type: 'bigint', value: (json) => asBigint(asCents(json)) },
  settings: Type.Object({
    currency: Type.Optional(
      Type.String({
        pattern: currencyCode.source,
        description: 'Currency of amounts without a currency; RUB by default.',
      }),
    ),
  }),
  wire: () => Type.Object({ cents: Type.Integer(), currency: Type.String({ pattern: currencyCode.source }) }),
  read(value, field) {
    if (!isObject(value)) throw wrongValue(field, `must be {cents, currency}, not ${shown(value)}`)
    const { cents, currency } = value
    if (cents === null || cents === undefined) return null
    if (!Number.isSafeInteger(cents)) throw wrongValue(field, `cents must be a whole number, not ${shown(cents)}`)
    // Adding 0 turns -0 into 0, because `JSON.stringify` writes -0 as 0.
    return { cents: Number(cents) + 0, currency: readCurrency(currency, field) }
  },
  cell(text, field) {
    const trimmed = text.trim()
    const currency = /[A-Za-z]{3}$/.exec(trimmed)?.[0] ?? ''
    const amount = parseDecimal(trimmed.slice(0, trimmed.length - currency.length)) ?? ''
    const decimal = /^([+-]?\d+)(?:\.(\d{1,2}))?$/.exec(amount)
    const cents = decimal ? Number(`${decimal[1]}${(decimal[2] ?? '').padEnd(2, '0')}`) : Number.NaN
    if (!Number.isSafeInteger(cents)) {
      throw wrongValue(field, `must be an amount such as 12 345,67 RUB, not ${shown(text)}`)
    }
    return { cents, currency: currency.toUpperCase() }
  },
  comparable: () => ({ kind: 'number', many: false, value: asCents }),
  parts: {
    cents: { json: (json) => sql`(${json} -> 'cents')`, type: numberType, isCompared: true },
    currency: { json: (json) => sql`(${json} -> 'currency')`, type: stringType },
  },
  criterion: (value, field) => readNumberCriterion(isObject(value) && 'cents' in value ? value.cents : value, field),
  inName: comparedText,
  exported: (value) =>
    isObject(value) ? textCell(`${amountOf(numberOf(value.cents))} ${value.currency}`) : namedCell(value),
  inDocuments: {
    type: () => ({ context: { amount: 'number', currency: 'string' } }),
    value: (entry) =>
      isObject(entry) ? { amount: amountOf(Number(entry.cents)), currency: String(entry.currency) } : entry,
  },
  asInputs: undefined,
  asVariables: { money: {} },
  inExpressions: { type: () => 'Any' },
  asReportColumn: undefined,
  asReportParameter: undefined,
}

/** Returns cents as an amount with two decimal places. */
function amountOf(cents: number): string {
  const whole = Math.abs(cents)
  return `${cents < 0 ? '-' : ''}${Math.trunc(whole / 100)}.${String(whole % 100).padStart(2, '0')}`
}

/**
 * Returns the currency code; the field's currency when none is given. Statically typed clients send an empty currency
 * for an unset field.
 */
function readCurrency(currency: unknown, field: Field): string {
  if (currency === undefined || currency === null || currency === '') return String(field.settings.currency ?? 'RUB')
  if (typeof currency === 'string' && currencyCode.test(currency)) return currency
  throw wrongValue(field, `currency must be a code such as RUB, not ${shown(currency)}`)
}

function asCents(json: Sql): Sql {
  return sql`(case jsonb_typeof(${json} -> 'cents') when 'number' then (${json} -> 'cents')::numeric end)`
}
