import { Type } from 'typebox'
import { type Sql, sql } from '../../foundation/db/sql.ts'
import { isUuid } from '../../foundation/kit/ids.ts'
import { namedCell } from '../cells.ts'
import { shown, wrongValue } from '../errors.ts'
import type { FieldType } from '../field-type.ts'
import { comparedText } from './entries.ts'
import { isId, readIdCriterion } from './id-list.ts'
import { asText } from './text.ts'

/** A directory, stored as its id. */
export const directoryType: FieldType = {
  code: 'CATEGORY',
  word: 'directory',
  column: { type: 'uuid', value: (json) => asUuid(asText(json)), fromCompared: asUuid },
  settings: Type.Object({}),
  wire: () => Type.String({ format: 'uuid' }),
  read(value, field) {
    if (!isUuid(value)) throw wrongValue(field, `must be the id (uuid) of a directory, not ${shown(value)}`)
    return value.toLowerCase()
  },
  cell: (text) => [text.trim()],
  refersTo: () => ({ to: 'directory' }),
  references: (value) => [String(value)],
  comparable: () => ({ kind: 'id', many: false, value: asText }),
  criterion: (value, field) => readIdCriterion(value, field, true),
  inName: comparedText,
  exported: namedCell,
  inDocuments: { type: () => 'Any' },
  asInputs: undefined,
  asVariables: undefined,
  inExpressions: undefined,
  asReportColumn: undefined,
  asReportParameter: undefined,
}

function asUuid(text: Sql): Sql {
  return sql`(case when ${isId(text)} then ${text}::uuid end)`
}
