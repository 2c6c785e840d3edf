import { Type } from 'typebox'
import { type Sql, sql } from '../../foundation/db/sql.ts'
import { isUuid } from '../../foundation/kit/ids.ts'
import { isObject, type JsonValue } from '../../foundation/kit/json.ts'
import { listCell } from '../cells.ts'
import { shown, wrongCriterion, wrongValue } from '../errors.ts'
import type { FieldType } from '../field-type.ts'
import { asArray, cellEntries, comparedText, distinct, listOf, refuseTooMany } from './entries.ts'

type Item = { id: string; code: string; namespace: string }

/**
 * A reference to elements of any application: `[{id, code, namespace}]`. An element may also be written as the text
 * `namespace:code:uuid`.
 */
export const anyReferenceType: FieldType = {
  code: 'REF_ITEM',
  word: 'any_reference',
  several: 'optional',
  column: { type: 'jsonb', value: (json) => sql`nullif(${json}, 'null'::jsonb)` },
  settings: Type.Object({}),
  wire: (field) =>
    Type.Array(
      Type.Object({ id: Type.String({ format: 'uuid' }), code: Type.String(), namespace: Type.String() }),
      field.array ? {} : { maxItems: 1 },
    ),
  read(value, field) {
    const entries = listOf(value)
    refuseTooMany(entries, field)
    const items = entries.map((entry) => {
      const item = readItem(entry)
      if (item === undefined) throw wrongValue(field, `must be a list of {id, code, namespace}, not ${shown(entry)}`)
      return item
    })
    return distinct(items, itemText)
  },
  cell: (text, field) =>
    cellEntries(text).map((part) => {
      const item = readItem(part)
      if (item === undefined) throw wrongValue(field, `must be namespace:code:uuid, not ${shown(part)}`)
      return item
    }),
  refersTo: () => ({ to: 'item' }),
  references: (value: JsonValue) => (value as Item[]).map(itemText),
  comparable: () => ({
    kind: 'item',
    many: true,
    entry: (entry) => asItemText(entry),
    holding: (text) => holding(String(text)),
    sort: (json) => asItemText(sql`${asArray(json)} -> 0`),
    isLong: true,
  }),
  criterion: (value, field) => ({
    is: 'anyOf',
    values: listOf(value).map((entry) => {
      const item = readItem(entry)
      if (item === undefined) throw wrongCriterion(field, `{id, code, namespace} is expected, not ${shown(entry)}`)
      return itemText(item)
    }),
  }),
  inName: comparedText,
  exported: (value) =>
    listCell(value, (entry) => {
      const found = readItem(entry)
      return found && itemText(found)
    }),
  inDocuments: { type: () => 'Any' },
  asInputs: undefined,
  asVariables: undefined,
  inExpressions: undefined,
  asReportColumn: undefined,
  asReportParameter: undefined,
}

function readItem(entry: unknown): Item | undefined {
  const [namespace, code, id, ...more] = isObject(entry)
    ? [entry.namespace, entry.code, entry.id]
    : typeof entry === 'string'
      ? entry.split(':')
      : []
  if (!isCode(namespace) || !isCode(code) || !isUuid(id) || more.length > 0) return undefined
  return { id: id.toLowerCase(), code, namespace }
}

/**
 * Returns whether a text can be the code of a namespace or an application. Dots are allowed, because a process of the
 * application `ref.contacts` has the namespace `ref.contacts`.
 */
function isCode(text: unknown): text is string {
  return typeof text === 'string' && /^[\w.-]{1,200}$/.test(text)
}

function itemText({ namespace, code, id }: Item): string {
  return `${namespace}:${code}:${id}`
}

/**
 * Returns the JSON that an entry with this value contains. For a text without an id, returns the JSON that every
 * reference to the application contains.
 */
function holding(text: string): JsonValue {
  const [namespace = '', code = '', id] = text.split(':')
  return id === undefined ? { namespace, code } : { namespace, code, id }
}

function asItemText(entry: Sql): Sql {
  return sql`(((${entry}) ->> 'namespace') || ':' || ((${entry}) ->> 'code') || ':' || ((${entry}) ->> 'id'))`
}
