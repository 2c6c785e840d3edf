import type { Run } from '../run.ts'
import type { FeelValue } from '../values/value.ts'

/** The values that an expression reads by name, for example a `Map`. */
export interface Variables {
  /** Returns the value of a name; undefined when there is none. */
  get(name: string): FeelValue | undefined
}

/** One level of local names while an expression runs: the value of a variable, an item of a filter, or a context. */
export interface Frame {
  readonly run: Run
  readonly variables: Variables
  readonly value: FeelValue
  readonly parent: Frame | undefined
}

/** A compiled part of an expression. */
export type Evaluate = (frame: Frame) => FeelValue

export function childFrame(frame: Frame, value: FeelValue): Frame {
  return { run: frame.run, variables: frame.variables, value, parent: frame }
}

/** Returns the frame a number of levels up. */
export function frameAbove(frame: Frame, levels: number): Frame {
  let found = frame
  for (let level = 0; level < levels; level++) found = found.parent!
  return found
}
