import { Type } from 'typebox'
import { readIsoDuration } from '../../foundation/kit/time/iso-duration.ts'
import { wrongCriterion, wrongValue } from '../errors.ts'
import type { FieldType } from '../field-type.ts'
import { shownValue } from './shown-value.ts'
import { asText } from './text.ts'

/**
 * A duration as an ISO 8601 string, such as `P2DT4H`. Durations are compared as strings, because their lengths depend
 * on the calendar.
 */
export const durationType: FieldType = {
  code: 'DURATION',
  word: 'duration',
  column: { type: 'text', value: asText },
  settings: Type.Object({}),
  wire: () => Type.String(),
  read(value, field) {
    if (typeof value === 'string' && readIsoDuration(value) !== undefined) return value
    throw wrongValue(field, `must be an ISO 8601 duration such as P2DT4H, not ${shownValue(value)}`)
  },
  cell: (text) => text.trim(),
  comparable: () => ({ kind: 'text', many: false, value: asText }),
  criterion(value, field) {
    if (typeof value === 'string') return { is: 'equal', value }
    throw wrongCriterion(field, `a duration such as P2D is expected, not ${shownValue(value)}`)
  },
  inName: undefined,
  exported: undefined,
  inDocuments: undefined,
  asInputs: undefined,
  asVariables: { duration: {} },
  inExpressions: { type: () => 'days and time duration' },
  asReportColumn: undefined,
  asReportParameter: undefined,
}
