import { Type } from 'typebox'
import { literal, type Sql, sql } from '../../foundation/db/sql.ts'
import { isObject, type JsonObject } from '../../foundation/kit/json.ts'
import { namedCell, textCell } from '../cells.ts'
import { shown, wrongValue } from '../errors.ts'
import type { Field, FieldType, Part } from '../field-type.ts'
import { comparedText } from './entries.ts'
import { readLike, stringType } from './text.ts'

const maxLength = 500

/**
 * The name of a person: `{lastname, firstname, middlename}`. A filter searches the whole name in this order, or one
 * part, such as `fullname.lastname`.
 */
export const fullNameType: FieldType = {
  code: 'FULL_NAME',
  word: 'full_name',
  column: { type: 'text', value: (json) => wholeName(json) },
  settings: Type.Object({}),
  wire: () => Type.Object({ lastname: Type.String(), firstname: Type.String(), middlename: Type.String() }),
  read(value, field) {
    if (!isObject(value)) throw wrongValue(field, `must be {lastname, firstname, middlename}, not ${shown(value)}`)
    const lastname = readPart(value.lastname, 'lastname', field)
    const firstname = readPart(value.firstname, 'firstname', field)
    const middlename = readPart(value.middlename, 'middlename', field)
    return lastname || firstname || middlename ? { lastname, firstname, middlename } : null
  },
  cell(text) {
    const [lastname = '', firstname = '', ...rest] = text.trim().split(/\s+/)
    return { lastname, firstname, middlename: rest.join(' ') }
  },
  comparable: () => ({ kind: 'text', many: false, value: wholeName }),
  parts: { lastname: part('lastname'), firstname: part('firstname'), middlename: part('middlename') },
  criterion: readLike,
  inName: comparedText,
  exported: (value) => (isObject(value) ? textCell(shownName(value)) : namedCell(value)),
  inDocuments: {
    type: () => ({ context: { lastname: 'string', firstname: 'string', middlename: 'string', name: 'string' } }),
    value: (entry) => (isObject(entry) ? ({ ...entry, name: shownName(entry) } as JsonObject) : entry),
  },
  asInputs: undefined,
  asVariables: undefined,
  inExpressions: undefined,
  asReportColumn: undefined,
  asReportParameter: undefined,
}

function shownName({ lastname, firstname, middlename }: Readonly<Record<string, unknown>>): string {
  return [lastname, firstname, middlename].filter((part) => typeof part === 'string' && part !== '').join(' ')
}

function readPart(value: unknown, key: string, field: Field): string {
  const text = value ?? ''
  if (typeof text !== 'string') throw wrongValue(field, `${key} must be a string, not ${shown(text)}`)
  if (text.length > maxLength) throw wrongValue(field, `${key} must have at most ${maxLength} characters`)
  return text.trim()
}

function part(key: string): Part {
  return { json: (json) => sql`(${json} -> ${literal(key)})`, type: stringType }
}

/**
 * Returns the SQL of the text `Last First Middle`, without gaps for missing parts. Does not use `concat_ws`, because
 * PostgreSQL allows only immutable functions in an index.
 */
function wholeName(json: Sql): Sql {
  const word = (key: string) => sql`coalesce(nullif(${json} ->> ${literal(key)}, '') || ' ', '')`
  return sql`nullif(rtrim(${word('lastname')} || ${word('firstname')} || ${word('middlename')}), '')`
}
