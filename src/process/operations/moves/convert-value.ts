import { PlatformError } from '../../../foundation/kit/errors.ts'
import type { JsonValue } from '../../../foundation/kit/json.ts'
import { readContext } from '../../../values/index.ts'
import { fieldsOf, fromExpression, toExpression } from '../../definition/index.ts'
import type { Value, VariableDefinition } from '../../engine/index.ts'

export type Converted = { readonly value: Value } | { readonly problem: string }

/**
 * Converts the stored value of a variable to another declaration. `from` is absent for a variable that was not declared
 * before. Returns a problem when the value does not fit or a part of it would be lost.
 */
export function convertValue(value: Value, from: VariableDefinition | undefined, to: VariableDefinition): Converted {
  if (value === null || value === undefined) return { value: to.isArray ? [] : null }
  const shown = from === undefined ? (value as JsonValue) : toExpression(fieldOf(from), value as JsonValue)
  const given = asMany(shown, from, to)
  if (given === undefined) return { problem: `a list of several values cannot become one ${to.type}` }
  if (from?.type === 'datetime' && to.type === 'date') return { problem: 'the time of the datetime would be lost' }
  const bridged = Array.isArray(given) && to.isArray ? given.map((item) => bridge(item, to)) : bridge(given, to)
  try {
    const field = fieldOf(to)
    const read = readContext({ [to.name]: fromExpression(field, bridged, 'UTC') }, new Map([[to.name, field]]))
    return { value: read[to.name] }
  } catch (error) {
    if (error instanceof PlatformError) return { problem: error.message }
    throw error
  }
}

const fieldOf = (variable: VariableDefinition) => fieldsOf([variable]).get(variable.name)!

/** Converts one value to a list, or a list of one value to this value; undefined for a list of several values. */
function asMany(value: JsonValue, from: VariableDefinition | undefined, to: VariableDefinition): JsonValue | undefined {
  const wasList = from?.isArray ?? Array.isArray(value)
  if (to.isArray && !wasList) return [value]
  if (to.isArray || !wasList || to.type === 'json' || to.type === 'table' || !Array.isArray(value)) return value
  return value.length > 1 ? undefined : (value[0] ?? null)
}

/** Returns the equivalent value in another type, for texts of numbers, booleans, and values with a text form. */
function bridge(value: JsonValue, { type }: VariableDefinition): JsonValue {
  if (type === 'string' && (typeof value === 'number' || typeof value === 'boolean')) return String(value)
  if (type === 'integer' && typeof value === 'string' && /^-?\d{1,15}$/.test(value)) return Number(value)
  if (type === 'boolean' && (value === 'true' || value === 'false')) return value === 'true'
  return value
}
