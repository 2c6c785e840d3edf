import { Type } from 'typebox'
import { type Sql, sql } from '../../foundation/db/sql.ts'
import { namedCell, plainCell } from '../cells.ts'
import { shown, wrongCriterion, wrongValue } from '../errors.ts'
import type { Criterion, Field, FieldType, One } from '../field-type.ts'
import { comparedText } from './entries.ts'

const defaultMaxLength = 100_000

/** The members that all text types share: strings and links. */
const text = {
  column: { type: 'text', value: (json) => asText(json), fromCompared: (compared) => compared },
  wire: () => Type.String(),
  read: (value, field) => readText(value, field),
  cell: (cell) => cell.trim(),
  comparable: ({ settings }): One => ({
    kind: 'text',
    many: false,
    value: asText,
    isLong: settings.view !== undefined && settings.view !== 'text',
  }),
  criterion: (value, field) => readLike(value, field),
  inName: comparedText,
  exported: namedCell,
  inDocuments: { type: () => 'string' },
} satisfies Partial<FieldType>

/** Returns the SQL of the text in a JSON string; null when there is no value. */
export function asText(json: Sql): Sql {
  return sql`(${json} #>> '{}')`
}

/** Checks a text and its length. `maxLength` counts UTF-16 code units, as JavaScript and most clients do. */
function readText(value: unknown, field: Field): string {
  if (typeof value !== 'string') throw wrongValue(field, `must be a string, not ${shown(value)}`)
  const { maxLength = defaultMaxLength } = field.settings as { maxLength?: number }
  if (value.length > maxLength) {
    throw wrongValue(field, `must have at most ${maxLength} characters, not ${value.length}`)
  }
  return value
}

/** Reads the criterion of a type that is searched by a part of its text. */
export function readLike(value: unknown, field: Field): Criterion {
  if (typeof value !== 'string') {
    throw wrongCriterion(field, `is searched by a part of its text, so a string is expected, not ${shown(value)}`)
  }
  return { is: 'like', text: value }
}

/** A text of one line, of several lines, or with HTML. An empty text is stored as given. */
export const stringType: FieldType = {
  ...text,
  code: 'STRING',
  isPlainText: true,
  word: 'string',
  settings: Type.Object({
    view: Type.Optional(
      Type.Union([Type.Literal('text'), Type.Literal('multiline'), Type.Literal('html')], {
        description: 'Form in which the text is shown and edited: one line, several lines or HTML; text by default.',
      }),
    ),
    maxLength: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 100_000, description: 'Maximum number of characters; 100000 by default.' }),
    ),
  }),
  asInputs: { string: { type: 'string', fits: (value) => typeof value === 'string', expected: 'a text' } },
  asVariables: { string: { settings: { maxLength: 256 * 1024 } } },
  inExpressions: { type: () => 'string' },
  asReportColumn: () => ({
    word: 'string',
    accepts: (sqlType) => ['text', 'character varying', 'character', 'uuid'].includes(sqlType),
    json: (value) => sql`to_jsonb(${value}::text)`,
    compared: { kind: 'text', value: (value) => sql`${value}::text` },
    cell: plainCell,
  }),
  asReportParameter: true,
}

/** A link: an address of the web or of anything else. The address is not validated. */
export const linkType: FieldType = {
  ...text,
  code: 'LINK',
  word: 'link',
  settings: Type.Object({}),
  asInputs: undefined,
  asVariables: undefined,
  inExpressions: undefined,
  asReportColumn: undefined,
  asReportParameter: undefined,
}
