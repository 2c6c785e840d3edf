import type { FeelType } from '../expressions/index.ts'
import type { VariableDefinition } from '../model/index.ts'

/** The FEEL types of the types of variables. Other types are read as their JSON. */
const types: Readonly<Record<string, FeelType>> = {
  string: 'string',
  integer: 'number',
  decimal: 'number',
  boolean: 'boolean',
  date: 'date',
  datetime: 'date and time',
  user: 'Any',
}

/** Returns the FEEL type of a variable. */
export function typeOf({ type, isArray }: VariableDefinition): FeelType {
  const single = Object.hasOwn(types, type) ? types[type]! : 'Any'
  return isArray ? { list: single } : single
}
