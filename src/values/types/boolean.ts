import { Type } from 'typebox'
import { type Sql, sql } from '../../foundation/db/sql.ts'
import { namedCell, plainCell } from '../cells.ts'
import { shown, wrongCriterion, wrongValue } from '../errors.ts'
import type { FieldType } from '../field-type.ts'
import { comparedText } from './entries.ts'

export const booleanType: FieldType = {
  code: 'BOOLEAN',
  word: 'boolean',
  column: { type: 'boolean', value: (json) => asBoolean(json), fromCompared: (compared) => compared },
  settings: Type.Object({}),
  wire: () => Type.Boolean(),
  read(value, field) {
    if (typeof value !== 'boolean') throw wrongValue(field, `must be true or false, not ${shown(value)}`)
    return value
  },
  cell(text, field) {
    const value = words.get(text.trim().toLowerCase())
    if (value === undefined) throw wrongValue(field, `must be да/нет, true/false, yes/no or 1/0, not ${shown(text)}`)
    return value
  },
  comparable: () => ({ kind: 'boolean', many: false, value: asBoolean }),
  criterion(value, field) {
    if (typeof value !== 'boolean') throw wrongCriterion(field, `true or false is expected, not ${shown(value)}`)
    return { is: 'equal', value }
  },
  inName: comparedText,
  exported: namedCell,
  inDocuments: { type: () => 'boolean' },
  asInputs: {
    boolean: { type: 'boolean', fits: (value) => typeof value === 'boolean', expected: 'true or false' },
  },
  asVariables: { boolean: {} },
  inExpressions: { type: () => 'boolean' },
  asReportColumn: () => ({
    word: 'boolean',
    accepts: (sqlType) => sqlType === 'boolean',
    json: (value) => sql`to_jsonb(${value})`,
    compared: { kind: 'boolean', value: (value) => value },
    cell: plainCell,
  }),
  asReportParameter: true,
}

/** The words for true and false in a cell. Russian spreadsheets write `истина` and `ложь`. */
const words: ReadonlyMap<string, boolean> = new Map([
  ...['true', 'yes', 'да', 'истина', '1'].map((word) => [word, true] as const),
  ...['false', 'no', 'нет', 'ложь', '0'].map((word) => [word, false] as const),
])

function asBoolean(json: Sql): Sql {
  return sql`(case jsonb_typeof(${json}) when 'boolean' then (${json})::boolean end)`
}
