import { Type } from 'typebox'
import { sql } from '../../foundation/db/sql.ts'
import { refuseLargeJson } from '../../foundation/http/json/json-scan.ts'
import type { JsonValue } from '../../foundation/kit/json.ts'
import { plainCell } from '../cells.ts'
import { isDeeperThan } from '../content.ts'
import { shown, wrongCriterion, wrongValue } from '../errors.ts'
import type { Field, FieldType } from '../field-type.ts'

const maxBytes = 64 * 1024
const maxDepth = 20

/** Any JSON, stored unchanged. */
export const jsonType: FieldType = {
  code: 'JSON',
  word: 'json',
  column: { type: 'jsonb', value: (json) => sql`nullif(${json}, 'null'::jsonb)` },
  settings: Type.Object({}),
  wire: () => Type.Unknown(),
  read(value, field) {
    if (isDeeperThan(maxDepth, value)) throw wrongValue(field, `is nested more than ${maxDepth} levels deep`)
    if (Buffer.byteLength(JSON.stringify(value)) > maxBytes) throw wrongValue(field, `is larger than ${maxBytes} bytes`)
    return value as JsonValue
  },
  cell: parseCell,
  criterion: onlyEmpty,
  comparable: undefined,
  inName: undefined,
  exported: plainCell,
  inDocuments: { type: () => 'Any' },
  asInputs: undefined,
  asVariables: {
    // A variable takes JSON of any depth that a request can have. The limit of the size is the same for all types.
    json: { read: (value) => value as JsonValue, isOutsideTables: true },
  },
  inExpressions: { type: () => 'Any' },
  asReportColumn: () => ({
    word: 'json',
    accepts: (sqlType) => ['json', 'jsonb'].includes(sqlType) || sqlType.endsWith('[]'),
    json: (value) => sql`to_jsonb(${value})`,
    cell: plainCell,
  }),
  asReportParameter: undefined,
}

/** Parses a cell of an import as JSON. Throws `field.wrong_value`, and the errors of `refuseLargeJson`. */
export function parseCell(text: string, field: Field): unknown {
  refuseLargeJson(text)
  try {
    return JSON.parse(text)
  } catch {
    throw wrongValue(field, `must be JSON, not ${shown(text)}`)
  }
}

/** Refuses every criterion; for types that a filter can only test for being empty. */
export function onlyEmpty(_value: unknown, field: Field): never {
  throw wrongCriterion(field, `can only be filtered by null, since its type is ${field.type.word}`)
}
