import { isDeepStrictEqual } from 'node:util'
import type { VariableDefinition, Variables } from '../../engine/index.ts'
import { type Converted, convertValue } from './convert-value.ts'

export interface MovedVariables {
  readonly variables: Variables
  /** Values that are new or were converted. */
  readonly changed: Variables
  /** Values of variables that the new version does not declare. */
  readonly archived: Variables
  readonly problems: readonly { readonly variable: VariableDefinition; readonly message: string }[]
}

/**
 * Adapts the variables of a scope to the declarations of another version: new variables are null, removed variables are
 * archived, and a value whose type has changed is converted. Undeclared variables are kept.
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
