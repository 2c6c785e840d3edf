import type { Program } from '../../engine/index.ts'
import { closureOf, flowsOf } from './program-flows.ts'

/** A variable of an instance that gets the value of a variable of another instance, or of the same one. */
export interface OriginLink {
  readonly from: string
  /** Name of the variable, or `*` for all variables. */
  readonly source: string
  readonly to: string
  readonly target: string
}

/** The source of a link that stands for all variables of an instance. */
export const everyVariable = '*'

/**
 * A value that one instance gives to another: the names of the variables that it is computed from, and its own name.
 */
export interface GivenValue {
  readonly sources: Iterable<string>
  readonly name: string
}

/**
 * Returns the links from the sources of given values to all variables of the receiving instance that get the values.
 */
export function linksTo(
  program: Program,
  { from, to }: Pick<OriginLink, 'from' | 'to'>,
  given: readonly GivenValue[],
): OriginLink[] {
  return given.flatMap(({ sources, name }) => {
    const targets = [...closureOf(flowsOf(program), name)]
    return [...sources].flatMap((source) => targets.map((target) => ({ from, source, to, target })))
  })
}
