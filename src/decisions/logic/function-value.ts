import { FeelFunction, type FeelValue, type Variables } from '../../feel/index.ts'
import type { DmnElement } from '../source/dmn-element.ts'
import type { ItemType } from '../source/item-types.ts'
import type { DecisionRun } from './decision-run.ts'
import { coerce } from './logic.ts'

interface FunctionParameter {
  readonly name: string
  readonly type: ItemType
}

/** A function that a DMN file defines. */
export interface DefinedFunction {
  /** The name of the function in messages. */
  readonly what: string
  readonly parameters: readonly FunctionParameter[]
  /** Height of the body in XML elements; limits the depth of the native stack. */
  readonly height: number
  call(args: ReadonlyMap<string, FeelValue>, variables: Variables, run: DecisionRun): FeelValue
}

/** Returns the function as a FEEL value. The function sees the variables around its definition. */
export function functionValue(defined: DefinedFunction, variables: Variables, run: DecisionRun): FeelFunction {
  const { parameters, what, height } = defined
  const names = parameters.map(({ name }) => name)
  return new FeelFunction(
    names,
    parameters.map(({ type }) => type.feel),
    (args) => {
      run.charge(args.length + 1)
      if (args.length !== names.length) return run.warn(`${what} takes (${names.join(', ')})`)
      const failures = run.failures.length
      const values = parameters.map(({ name, type }, index) => {
        return [name, coerce(args[index]!, type, run, `${what}, parameter "${name}"`)] as const
      })
      if (run.failures.length > failures) return null
      return run.call(height + 2, () => defined.call(new Map(values), variables, run))
    },
  )
}

/** Returns the number of levels of an element and its descendants. */
export function heightOf(element: DmnElement): number {
  return 1 + element.children.reduce((height, child) => Math.max(height, heightOf(child)), 0)
}
