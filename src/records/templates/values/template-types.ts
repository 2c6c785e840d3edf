import { userSource } from '../../../people/index.ts'
import type { Address } from '../../../solutions/index.ts'
import { type Field, inputTypes, storedField, type ValueType } from '../../../values/index.ts'
import type { ValueTypes } from '../placeholders/language.ts'
import { anyInput, type TemplateInput } from '../settings/template-settings.ts'

/** Returns the fields of an application without system fields; undefined when there is no such application. */
export type FieldsOf = (application: Address) => ReadonlyMap<string, Field> | undefined

/** The users as an application. */
export const usersPath: Address = { namespace: userSource.namespace, code: userSource.code }

/** Compiles the fields of a definition, as deployed or as read from a file. */
export function fieldsOfDefinition(entries: readonly object[], path: string): ReadonlyMap<string, Field> {
  const fields = entries.map((entry) => storedField(entry as Record<string, unknown>, path))
  return new Map(fields.map((field) => [field.code, field]))
}

const systemTypes: ValueTypes = {
  __id: 'string',
  __name: 'string',
  __index: 'number',
  __externalId: 'string',
  __createdAt: 'date and time',
  __updatedAt: 'date and time',
  __status: { context: { code: 'string', name: 'string' } },
}

const shortReference: ValueType = { context: { __id: 'string', __name: 'string' } }

/** Returns the names and types of the values that a template reads from an element of an application. */
export function elementTypes(fields: ReadonlyMap<string, Field>, fieldsOf: FieldsOf): ValueTypes {
  const reference = (target: Address): ValueType => targetType(target, fieldsOf)
  const users = reference(usersPath)
  return { ...typesOf(fields, reference), __createdBy: users, __updatedBy: users }
}

/**
 * Returns the type of a referenced element or user. Objects that it refers to have only an id and a name. An element of
 * an unknown application may have any field.
 */
function targetType(target: Address, fieldsOf: FieldsOf): ValueType {
  const isUser = target.namespace === usersPath.namespace
  const fields = isUser ? userFields() : fieldsOf(target)
  return fields === undefined ? 'Any' : { context: typesOf(fields, () => shortReference) }
}

/** Returns the fields of users. */
export function userFields(): ReadonlyMap<string, Field> {
  const own = [...userSource.fields.values()].map(({ field }) => field).filter(({ code }) => !code.startsWith('__'))
  return new Map(own.map((field) => [field.code, field]))
}

function typesOf(fields: ReadonlyMap<string, Field>, reference: (target: Address) => ValueType): ValueTypes {
  const own = Array.from(fields.values(), (field) => [field.code, fieldType(field, reference)] as const)
  return { ...systemTypes, ...Object.fromEntries(own) }
}

function fieldType(field: Field, reference: (target: Address) => ValueType): ValueType {
  if (field.type.holdsRows) return { list: { context: columnTypes(field, reference) } }
  const one = entryType(field, reference)
  return isList(field) ? { list: one } : one
}

function columnTypes({ columns = new Map() }: Field, reference: (target: Address) => ValueType): ValueTypes {
  return Object.fromEntries(
    Array.from(columns.values(), (column: Field) => [column.code, fieldType(column, reference)]),
  )
}

/** Returns whether a template reads the values of a field as a list. */
export const isList = ({ array, type }: Field): boolean => array || type.several === 'always'

function entryType(field: Field, reference: (target: Address) => ValueType): ValueType {
  const target = field.type.refersTo?.(field)
  if (target?.to === 'element') return reference(target)
  if (target?.to === 'user') return reference(usersPath)
  return field.type.inDocuments?.type(field) ?? 'Any'
}

/** Returns the names and types of the inputs of a template. */
export function inputTypesOf(inputs: readonly TemplateInput[]): ValueTypes {
  return Object.fromEntries(inputs.map((input) => [input.code, inputType(input)]))
}

function inputType({ type = anyInput, columns = [] }: Pick<TemplateInput, 'type' | 'columns'>): ValueType {
  const form = inputTypes.get(type)
  if (form === undefined) return 'Any'
  if (!form.hasColumns) return form.type
  return { list: { context: Object.fromEntries(columns.map((column) => [column.code, inputType(column)])) } }
}
