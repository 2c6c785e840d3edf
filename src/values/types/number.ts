import { Type } from 'typebox'
import { type Sql, sql } from '../../foundation/db/sql.ts'
import type { JsonObject } from '../../foundation/kit/json.ts'
import { namedCell, plainCell } from '../cells.ts'
import { shown, wrongCriterion, wrongValue } from '../errors.ts'
import type { Criterion, Field, FieldType } from '../field-type.ts'
import { comparedText } from './entries.ts'
import { readRange } from './range.ts'

const sqlNumbers = ['smallint', 'integer', 'bigint', 'numeric', 'real', 'double precision']
/** A number as text, with all its digits. */
const digits = /^-?\d{1,30}(\.\d{1,30})?$/

interface Settings {
  readonly integer?: boolean
  readonly min?: number
  readonly max?: number
  readonly decimals?: number
}

/**
 * A number, whole or with a fraction. With `decimals`, a written number is rounded to that many digits after the point.
 */
export const numberType: FieldType = {
  code: 'FLOAT',
  word: 'number',
  column: {
    type: 'numeric',
    typeOf: (field) => (settingsOf(field).integer ? 'bigint' : 'numeric'),
    value: (json, field) => asColumn(asNumber(json), field),
    fromCompared: asColumn,
  },
  settings: Type.Object({
    integer: Type.Optional(Type.Boolean({ description: 'Whether only whole numbers are allowed.' })),
    min: Type.Optional(Type.Number({ description: 'Minimum value.' })),
    max: Type.Optional(Type.Number({ description: 'Maximum value.' })),
    decimals: Type.Optional(
      Type.Integer({ minimum: 0, maximum: 15, description: 'Number of decimal places to which values are rounded.' }),
    ),
  }),
  readSettings(settings, problem) {
    const { min, max, integer, decimals } = settings as Settings
    if (min !== undefined && max !== undefined && min > max) problem(['min'], `is greater than max (${max})`)
    if (integer && decimals) problem(['decimals'], 'a whole number has no decimals')
    return settings
  },
  wire: (field) => (settingsOf(field).integer ? Type.Integer() : Type.Number()),
  read: (value, field) => {
    if (typeof value !== 'number' || !Number.isFinite(value)) {
      throw wrongValue(field, `must be a number, not ${shown(value)}`)
    }
    return withinSettings(value, field)
  },
  cell(text, field) {
    const decimal = parseDecimal(text)
    if (decimal === undefined) throw wrongValue(field, `must be a number such as 1234,56, not ${shown(text)}`)
    return Number(decimal)
  },
  comparable: () => ({ kind: 'number', many: false, value: asNumber }),
  criterion: readNumberCriterion,
  inName: comparedText,
  exported: namedCell,
  inDocuments: { type: () => 'number' },
  asInputs: {
    number: {
      type: 'number',
      fits: (value) => typeof value === 'number' || (typeof value === 'string' && digits.test(value)),
      expected: 'a number',
    },
  },
  asVariables: { integer: { settings: { integer: true } } },
  inExpressions: { type: () => 'number' },
  asReportColumn: () => ({
    word: 'number',
    accepts: (sqlType) => sqlNumbers.includes(sqlType),
    json: (value) => sql`to_jsonb(${value})`,
    compared: { kind: 'number', value: (value) => sql`${value}::numeric` },
    cell: plainCell,
  }),
  asReportParameter: true,
}

/**
 * Returns the SQL of the number, or of null when the JSON contains anything else: the field may have had another type
 * before.
 */
function asNumber(json: Sql): Sql {
  return sql`(case jsonb_typeof(${json}) when 'number' then (${json})::numeric end)`
}

function asColumn(numeric: Sql, field: Field): Sql {
  return settingsOf(field).integer ? asBigint(numeric) : numeric
}

/**
 * Returns the SQL of a whole number for the `bi` views; null from ±2^53 on, where JSON numbers are no longer exact.
 */
export function asBigint(numeric: Sql): Sql {
  return sql`(case when abs(${numeric}) < 9007199254740992 then (${numeric})::bigint end)`
}

function settingsOf(field: { readonly settings: JsonObject }): Settings {
  return field.settings
}

function withinSettings(given: number, field: Field): number {
  const { integer, min, max, decimals } = settingsOf(field)
  // From 2^53 on, a JSON number may have lost digits by the time it is parsed.
  if (integer && !Number.isSafeInteger(given)) throw wrongValue(field, `must be a whole number, not ${given}`)
  // Adding 0 turns -0 into 0, because `JSON.stringify` writes -0 as 0.
  const value = (decimals === undefined ? given : Number(given.toFixed(decimals))) + 0
  if (min !== undefined && value < min) throw wrongValue(field, `must be at least ${min}, not ${value}`)
  if (max !== undefined && value > max) throw wrongValue(field, `must be at most ${max}, not ${value}`)
  return value
}

/**
 * Reads a criterion that is a number or `{min, max}`. Statically typed clients send a bound of ±2^63 or beyond for
 * "open".
 */
export function readNumberCriterion(value: unknown, field: Field): Criterion {
  if (typeof value === 'number' && Number.isFinite(value)) return { is: 'equal', value }
  return readRange(value, field, (bound) => {
    if (typeof bound !== 'number') throw wrongCriterion(field, `a bound must be a number, not ${shown(bound)}`)
    return Math.abs(bound) >= 2 ** 63 ? undefined : bound
  })
}

/** The spaces that people and spreadsheets put between thousands: plain, no-break and narrow no-break. */
const space = '[ \\u00a0\\u202f]'
const shape = new RegExp(`^[+-]?(\\d{1,3}(${space}\\d{3}){1,60}|\\d{1,200})(\\.\\d{1,200})?(e[+-]?\\d{1,2})?$`, 'i')

/**
 * Returns a number written by a person (`1 234,56` or `1234.56`) in the form `1234.56`; undefined when the text is no
 * number. A comma is always the decimal separator: `1,234` is a little more than one.
 */
export function parseDecimal(text: string): string | undefined {
  const pointed = text.trim().replace('\u2212', '-').replace(',', '.')
  return shape.test(pointed) ? pointed.replace(/[ \u00a0\u202f]/g, '') : undefined
}
