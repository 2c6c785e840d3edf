import { isDeepStrictEqual } from 'node:util'
import { PlatformError } from '../../../foundation/kit/errors.ts'
import type { JsonValue } from '../../../foundation/kit/json.ts'
import { readContext } from '../../../values/index.ts'
import { fieldsOf, fromExpression, toExpression } from '../../definition/index.ts'
import type { Value, VariableDefinition, Variables } from '../../engine/index.ts'

type Converted = { readonly value: Value } | { readonly problem: string }

export interface MovedVariables {
  readonly variables: Variables
  /** Values that are new or were converted. */
  readonly changed: Variables
  /** Values of variables that the new version does not declare. */
  readonly archived: Variables
  readonly problems: readonly { readonly variable: VariableDefinition; readonly message: string }[]
}

/**
 * Adapts the variables of a scope to the declarations of another version: new variables are null or an empty list,
 * removed variables are archived, and a value whose type has changed is converted. Undeclared variables are kept.
 */
export function moveVariables(
  from: readonly VariableDefinition[],
  to: readonly VariableDefinition[],
  variables: Variables,
): MovedVariables {
  const before = new Map(from.map((variable) => [variable.name, variable]))
  const after = new Set(to.map(({ name }) => name))
  const isRemoved = (name: string): boolean => before.has(name) && !after.has(name)
  const entries = Object.entries(variables)
  const kept = Object.fromEntries(entries.filter(([name]) => !isRemoved(name)))
  const archived = Object.fromEntries(entries.filter(([name, value]) => isRemoved(name) && value !== null))
  const changed: Record<string, unknown> = {}
  const problems: { variable: VariableDefinition; message: string }[] = []
  for (const variable of to) {
    const known = before.get(variable.name)
    const value = Object.hasOwn(kept, variable.name) ? kept[variable.name] : undefined
    const moved = value === undefined ? { value: variable.isArray ? [] : null } : convert(value, known, variable)
    if ('problem' in moved) {
      problems.push({ variable, message: moved.problem })
      continue
    }
    if (!isDeepStrictEqual(moved.value, value)) changed[variable.name] = moved.value
    if (isMissing(moved.value) && isNeeded(variable) && !(known !== undefined && isNeeded(known)))
      problems.push({ variable, message: 'the new version requires a value, and the instance has none' })
  }
  return { variables: { ...kept, ...changed }, changed, archived, problems }
}

const convert = (value: unknown, from: VariableDefinition | undefined, to: VariableDefinition): Converted =>
  isDeepStrictEqual(from, to) ? { value } : convertValue(value, from, to)

const isMissing = (value: unknown): boolean => value === null || (Array.isArray(value) && value.length === 0)
/**
 * Returns whether a variable is needed before the end. Variables that the process itself sets are needed only at the
 * end.
 */
const isNeeded = ({ isRequired, direction }: VariableDefinition): boolean =>
  isRequired === true && direction !== 'output' && direction !== 'internal'

/**
 * Converts the stored value of a variable to another declaration. `from` is absent for a variable that was not
 * declared before. Returns a problem when the value does not fit or a part of it would be lost.
 */
function convertValue(value: Value, from: VariableDefinition | undefined, to: VariableDefinition): Converted {
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

/**
 * Converts one value to a list, or a list of one value to this value, if the new declaration asks for it. Returns
 * undefined if a list of several values would have to become one value.
 */
function asMany(value: JsonValue, from: VariableDefinition | undefined, to: VariableDefinition): JsonValue | undefined {
  const wasList = from?.isArray ?? Array.isArray(value)
  if (to.isArray && !wasList) return [value]
  if (to.isArray || !wasList || to.type === 'json' || to.type === 'table' || !Array.isArray(value)) return value
  return value.length > 1 ? undefined : (value[0] ?? null)
}

/**
 * Converts a number or a boolean to a string, and the text of an integer or a boolean to its value. Returns other
 * values unchanged.
 */
function bridge(value: JsonValue, { type }: VariableDefinition): JsonValue {
  if (type === 'string' && (typeof value === 'number' || typeof value === 'boolean')) return String(value)
  if (type === 'integer' && typeof value === 'string' && /^-?\d{1,15}$/.test(value)) return Number(value)
  if (type === 'boolean' && (value === 'true' || value === 'false')) return value === 'true'
  return value
}
