import { splitPath } from '../../../foundation/kit/codes.ts'
import { type Field, type FieldType, untypedVariable, variableTypes } from '../../../values/index.ts'
import { categoryValues } from '../../../values/types/category.ts'
import { listType } from '../../../values/types/list.ts'
import type { Program, VariableDefinition } from '../../engine/index.ts'

/** Fields of each program. Programs never change, so the fields are cached. */
const known = new WeakMap<Program, ReadonlyMap<string, Field>>()
const listTypes = new Map<FieldType, FieldType>()

/**
 * Returns the variables of a process as fields by name, in the order of the file. Lists of instances filter and sort by
 * these fields.
 */
export function contextFields(program: Program): ReadonlyMap<string, Field> {
  const fields = known.get(program) ?? fieldsOf(program.scopes[0]!.variables)
  known.set(program, fields)
  return fields
}

const ofAllScopes = new WeakMap<Program, ReadonlyMap<string, Field>>()

/**
 * Returns the variables of the process and of its sub-processes as fields. If both declare a name, the variable of the
 * process takes precedence.
 */
export function allFields(program: Program): ReadonlyMap<string, Field> {
  const fields = ofAllScopes.get(program) ?? fieldsOf(program.scopes.toReversed().flatMap(({ variables }) => variables))
  ofAllScopes.set(program, fields)
  return fields
}

/** Returns variables as fields, by name. */
export function fieldsOf(variables: readonly VariableDefinition[]): ReadonlyMap<string, Field> {
  return new Map(variables.map((variable) => [variable.name, fieldOf(variable)]))
}

function fieldOf({
  name,
  title = name,
  type,
  isArray = false,
  isRequired = false,
  of,
  values,
  columns,
}: VariableDefinition): Field {
  const { type: single, settings = {} } = variableTypes.get(type) ?? variableTypes.get(untypedVariable)!
  return Object.freeze({
    code: name,
    name: title,
    // A type that stores a list of ids already holds one or several values. Any other type becomes a list type.
    type: isArray && single.several === undefined ? listOf(single) : single,
    required: isRequired,
    array: isArray,
    indexed: false,
    searchable: false,
    defaultValue: null,
    settings: Object.freeze({
      ...settings,
      ...(of !== undefined && { to: { ...splitPath(of) } }),
      ...(values !== undefined && { values: values.map(({ code, name }) => ({ code, name })) }),
    }),
    ...(values !== undefined && { values: categoryValues(values) }),
    ...(columns !== undefined && { columns: fieldsOf(columns) }),
  })
}

function listOf(single: FieldType): FieldType {
  const list = listTypes.get(single) ?? listType(single)
  listTypes.set(single, list)
  return list
}
