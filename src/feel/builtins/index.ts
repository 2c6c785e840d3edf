import type { Run } from '../run.ts'
import { FeelFunction, type FeelValue, kindOf } from '../values/value.ts'
import { booleanFunctions } from './boolean.ts'
import { bind, type Signature, showSignature } from './builtin.ts'
import { contextFunctions } from './context.ts'
import { conversionFunctions } from './conversion.ts'
import { listFunctions, sortFunctions } from './list.ts'
import { aggregateFunctions } from './list-aggregates.ts'
import { numericFunctions } from './numeric.ts'
import { rangeFunctions } from './range.ts'
import { stringFunctions } from './string.ts'
import { temporalFunctions } from './temporal.ts'

const all: readonly Signature[] = [
  ...conversionFunctions,
  ...booleanFunctions,
  ...stringFunctions,
  ...listFunctions,
  ...aggregateFunctions,
  ...numericFunctions,
  ...rangeFunctions,
  ...sortFunctions,
  ...contextFunctions,
  ...temporalFunctions,
]

/** The built-in functions by name, each with its forms. */
export const builtins: ReadonlyMap<string, readonly Signature[]> = Map.groupBy(all, ({ name }) => name)

/** Cost of a call in steps. Expensive functions charge additional steps. */
const callSteps = 5

/**
 * Calls the first form of a built-in function that accepts the values. Returns null with a warning when no form does.
 */
export function callBuiltin(forms: readonly Signature[], values: readonly FeelValue[], run: Run): FeelValue {
  run.charge(callSteps)
  for (const form of forms) {
    const args = bind(form, values)
    if (args !== undefined) return form.call(args, run)
  }
  const given = values.map(kindOf).join(', ')
  return run.warn(`${forms.map(showSignature).join(' or ')} does not accept (${given})`)
}

/** Returns whether a form accepts this number of values. */
export function takesCount({ parameters }: Signature, count: number): boolean {
  const required = parameters.filter(({ isOptional }) => !isOptional).length
  return count >= required && (count <= parameters.length || parameters.at(-1)?.isRest === true)
}

/** Returns the positions of named arguments among the parameters of a form; undefined when the names do not fit. */
export function positionsOf({ parameters }: Signature, names: readonly string[]): number[] | undefined {
  const positions = names.map((name) => parameters.findIndex((parameter) => parameter.name === name))
  const isComplete = parameters.every(({ name, isOptional }) => isOptional || names.includes(name))
  return isComplete && !positions.includes(-1) ? positions : undefined
}

/** Returns a built-in function as a value, which can be passed to `sort` or stored in a context. */
export function builtinValue(forms: readonly Signature[]): FeelFunction {
  const { parameters } = forms[0]!
  return new FeelFunction(
    parameters.map(({ name }) => name),
    parameters.map(({ type }) => type),
    (values, run) => callBuiltin(forms, values, run),
  )
}

export { type Signature, showSignature }
