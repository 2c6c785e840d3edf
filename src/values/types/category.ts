import { Type } from 'typebox'
import { sql } from '../../foundation/db/sql.ts'
import { isObject, type JsonValue } from '../../foundation/kit/json.ts'
import { didYouMean } from '../../foundation/kit/nearest.ts'
import { namedCell } from '../cells.ts'
import { shown, wrongCriterion, wrongValue } from '../errors.ts'
import type { CategoryValue, CategoryValues, Field, FieldType } from '../field-type.ts'
import { asArray, cellEntries, distinct, listOf, propertyOr, refuseTooMany } from './entries.ts'

/** One or several values of a fixed set, stored with their names: `[{code, name}]`. */
export const categoryType: FieldType = {
  code: 'ENUM',
  word: 'category',
  several: 'optional',
  column: {
    type: 'text',
    typeOf: (field) => (field.array ? 'text[]' : 'text'),
    value: (json, field) =>
      field.array
        ? sql`array(select v ->> 'code' from jsonb_array_elements(${asArray(json)}) v)`
        : sql`(${json} -> 0 ->> 'code')`,
    fromCompared: (compared) => compared,
  },
  settings: Type.Object({
    values: Type.Array(
      Type.Object(
        { code: Type.String({ minLength: 1, maxLength: 100 }), name: Type.String({ minLength: 1, maxLength: 500 }) },
        { additionalProperties: false },
      ),
      {
        minItems: 1,
        maxItems: 5000,
        description: 'Values that can be selected, in the order in which they are shown.',
      },
    ),
  }),
  readSettings(settings, problem) {
    const codes = new Set<string>()
    ;(settings.values as unknown as CategoryValue[]).forEach(({ code }, index) => {
      if (codes.has(code)) problem(['values', index, 'code'], `"${code}" occurs twice`)
      codes.add(code)
    })
    return settings
  },
  wire: (field) =>
    Type.Array(Type.Object({ code: Type.String(), name: Type.String() }), field.array ? {} : { maxItems: 1 }),
  read(value, field) {
    const entries = listOf(value)
    refuseTooMany(entries, field)
    return distinct(
      entries.map((entry) => known(propertyOr(entry, 'code'), field)),
      ({ code }) => code,
    )
  },
  cell(text, field) {
    return (field.array ? cellEntries(text) : [text.trim()]).map((part) => {
      const found = field.values?.byCode.get(part) ?? field.values?.byWord.get(part.toLowerCase())
      if (found === undefined) throw unknown(part, field)
      return found.code
    })
  },
  comparable: () => ({
    kind: 'code',
    many: true,
    entry: (entry) => sql`(${entry} ->> 'code')`,
    holding: (code) => ({ code }),
    sort: (json) => sql`(${json} -> 0 ->> 'name')`,
  }),
  // Throws for an unknown code: a filter that silently finds nothing would hide a misspelt code.
  criterion: (value, field) => ({
    is: 'anyOf',
    values: listOf(value).map((entry) => {
      const code = propertyOr(entry, 'code')
      if (typeof code !== 'string')
        throw wrongCriterion(field, `a code or a list of codes is expected, not ${shown(value)}`)
      if (field.values && !field.values.byCode.has(code)) throw wrongCriterion(field, noSuchValue(code, field))
      return code
    }),
  }),
  inName(json) {
    const entries = sql`case when jsonb_typeof(${json}) = 'array' then ${json} else '[]' end`
    return sql`(select string_agg(v ->> 'name', ', ') from jsonb_array_elements(${entries}) v)`
  },
  exported: namedCell,
  inDocuments: { type: () => ({ context: { code: 'string', name: 'string' } }) },
  asInputs: undefined,
  asVariables: { choice: { needs: 'values' } },
  inExpressions: {
    type: () => 'string',
    isStoredAsList: true,
    read: (entry) => (isObject(entry) ? ((entry.code as JsonValue | undefined) ?? null) : entry),
  },
  asReportColumn: undefined,
  asReportParameter: true,
}

/**
 * Returns the values of a category by code and by word. A category may have thousands of values and a list as many
 * entries, so a linear search for each entry would be too slow. When several values share a word, the word stands for
 * the first of them in the definition.
 */
export function categoryValues(values: readonly CategoryValue[]): CategoryValues {
  const byWord = new Map<string, CategoryValue>()
  for (const value of values) {
    for (const word of [value.code.toLowerCase(), value.name.toLowerCase()]) {
      if (!byWord.has(word)) byWord.set(word, value)
    }
  }
  return { byCode: new Map(values.map((value) => [value.code, value])), byWord }
}

function known(code: unknown, field: Field): CategoryValue & { [key: string]: string } {
  const found = field.values?.byCode.get(code)
  if (found === undefined) throw unknown(code, field)
  return { code: found.code, name: found.name }
}

function unknown(code: unknown, field: Field): Error {
  return wrongValue(field, noSuchValue(code, field))
}

/** Returns the error message for a code that the category does not have, to be written after the name of the field. */
export function noSuchValue(code: unknown, field: Field): string {
  const codes = [...(field.values?.byCode.values() ?? [])].map((value) => value.code)
  const hint = typeof code === 'string' ? didYouMean(code, codes) : ''
  return `has no value ${shown(code)}${hint || `; known are ${codes.slice(0, 20).join(', ')}`}`
}
