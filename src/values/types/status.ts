import { Type } from 'typebox'
import { type Sql, sql } from '../../foundation/db/sql.ts'
import { isObject } from '../../foundation/kit/json.ts'
import { namedCell, textCell } from '../cells.ts'
import { shown, wrongCriterion, wrongValue } from '../errors.ts'
import type { FieldType } from '../field-type.ts'
import { numberOf } from '../raw-number.ts'
import { listOf } from './entries.ts'

/** The status of an element, `{order, status}`. The type belongs to a system field, so no definition can name it. */
export const statusType: FieldType = {
  code: 'STATUS',
  word: 'status',
  column: { type: 'int', value: (json) => sql`(${statusId(json)})::int` },
  settings: Type.Object({}),
  wire: () => Type.Object({ order: Type.Integer(), status: Type.Integer() }),
  read(_value, field) {
    throw wrongValue(field, 'is changed by setting the status, not by writing the field')
  },
  cell: (text) => text.trim(),
  comparable: () => ({ kind: 'int', many: false, value: statusId }),
  criterion: (value, field) => ({
    is: 'anyOf',
    values: listOf(value).map((status) => {
      if (Number.isSafeInteger(status)) return Number(status)
      throw wrongCriterion(field, `the number of a status or a list of them is expected, not ${shown(value)}`)
    }),
  }),
  exported(value, _field, statuses) {
    if (!isObject(value)) return namedCell(value)
    return textCell(statuses.find(({ id }) => id === numberOf(value.status))?.name)
  },
  inName: undefined,
  inDocuments: undefined,
  asInputs: undefined,
  asVariables: undefined,
  inExpressions: undefined,
  asReportColumn: undefined,
  asReportParameter: undefined,
}

function statusId(json: Sql): Sql {
  return sql`(case jsonb_typeof(${json} -> 'status') when 'number' then (${json} -> 'status')::numeric end)`
}
