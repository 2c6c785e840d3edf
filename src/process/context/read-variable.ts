import { PlatformError } from '../../foundation/kit/errors.ts'
import type { JsonValue } from '../../foundation/kit/json.ts'
import type { Field } from '../../query/fields/index.ts'
import type { Value, VariableDefinition } from '../model/index.ts'
import { fieldsOf } from './context-fields.ts'
import { storedValue } from './stored-value.ts'

/** Definitions belong to programs, which never change, so their fields are kept. */
const known = new WeakMap<VariableDefinition, Field>()

/**
 * Reads a value that a mapping, a script or a decision writes into a declared variable, and returns its stored form. A
 * value that is in its stored form already stays as it is.
 */
export function readVariable(
  definition: VariableDefinition,
  value: Value,
): { readonly value: JsonValue } | { readonly problem: string } {
  const field = known.get(definition) ?? fieldsOf([definition]).get(definition.name)!
  known.set(definition, field)
  try {
    return { value: storedValue(definition.name, value, field, 'write') }
  } catch (error) {
    if (error instanceof PlatformError) return { problem: error.message }
    throw error
  }
}

/** Returns what is wrong with a value for a declared variable; undefined when it fits. */
export function checkVariable(definition: VariableDefinition, value: Value): string | undefined {
  const read = readVariable(definition, value)
  return 'problem' in read ? read.problem : undefined
}
