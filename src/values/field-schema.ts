import { type TObject, type TSchema, Type } from 'typebox'
import { codePattern } from '../foundation/kit/codes.ts'
import type { FieldType } from './field-type.ts'
import { fieldTypes } from './field-types.ts'

/** The keys of an entry that every field type has. */
export const commonKeys = {
  code: Type.String({
    pattern: `^${codePattern}$`,
    maxLength: 63,
    description: 'Code of the field in the API; cannot be changed later.',
  }),
  name: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 200,
      description: 'Title of the field, shown to users; the code by default.',
    }),
  ),
  required: Type.Optional(Type.Boolean({ description: 'Whether every element must have a value.' })),
  array: Type.Optional(Type.Boolean({ description: 'Whether the field can hold several values.' })),
  indexed: Type.Optional(
    Type.Boolean({
      description:
        'Whether the field has a database index. It speeds up filters and sorting, and slows down writes a little.',
    }),
  ),
  search: Type.Optional(Type.Boolean({ description: 'Whether the search over elements and files covers the field.' })),
  default: Type.Optional(Type.Unknown({ description: 'Default value of the field in a new element.' })),
}

/** Returns the JSON Schema of a field's entry in a definition file, for one type. */
export function entrySchema(type: FieldType): TObject {
  const settings = (type.settings as TObject).properties
  return Type.Object({ type: Type.Literal(type.word), ...commonKeys, ...settings }, { additionalProperties: false })
}

/** The JSON Schema of a column of a table: a field of any type except a table. */
const columnSchema = Type.Union(fieldTypes.filter(({ word }) => word !== 'table').map((type) => entrySchema(type)))

/** The JSON Schema of a field's entry of any type; part of the JSON Schemas for editors. */
export const fieldSchema: TSchema = Type.Union(
  fieldTypes.map((type): TSchema => {
    const schema = entrySchema(type)
    if (type.word !== 'table') return schema
    const { columns, ...properties } = schema.properties as Record<string, TSchema> & { columns: TSchema }
    return Type.Object({ ...properties, columns: { ...columns, items: columnSchema } }, { additionalProperties: false })
  }),
)

/**
 * Returns the paths of the field texts, such as names, that a definition file may give in several languages. `list` is
 * the path of the list of fields.
 */
export function fieldTexts(list: string): string[] {
  const field = `${list}[]`
  return [`${field}.name`, `${field}.values[].name`, `${field}.columns[].name`, `${field}.columns[].values[].name`]
}
