import { type TObject, type TSchema, Type } from 'typebox'
import { codePattern } from '../kit/codes.ts'
import type { FieldType } from './field-type.ts'
import { fieldTypes } from './field-types.ts'

/** The keys of an entry that every field type has. */
export const commonKeys = {
  code: Type.String({
    pattern: `^${codePattern}$`,
    maxLength: 63,
    description: 'Name of the field in the API; never changes.',
  }),
  name: Type.Optional(
    Type.String({ minLength: 1, maxLength: 200, description: 'Title for people. Default: the code.' }),
  ),
  required: Type.Optional(Type.Boolean({ description: 'An element is not saved without it.' })),
  array: Type.Optional(Type.Boolean({ description: 'Several values.' })),
  indexed: Type.Optional(Type.Boolean({ description: 'Filtered or sorted often; costs each update a little.' })),
  search: Type.Optional(Type.Boolean({ description: 'Found by the search over the whole application.' })),
  default: Type.Optional(Type.Unknown({ description: 'Value of a new element that is given none.' })),
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
