import type { Cells } from './cells.ts'
import { endedImport, runningImport } from './imports.ts'
import type { Actor, Make, Params, Scene } from './scene.ts'

/** Returns a valid input: the parameters of a GET, or the body of another method. */
export type Input = (given: { params: Params; scene: Scene; actor: Actor }) => unknown

/** The expected answers of an operation, and how to call it. */
export interface Line {
  readonly cells: Cells
  /** Makes the object of the operation; absent for operations without an object that has an owner. */
  readonly about?: Make
  readonly input: Input
  /** Returns the query string of an operation whose input is the body. */
  readonly search?: () => string
  /** Whether the calls run one after the other, because concurrent calls would disturb each other. */
  readonly isSequential: boolean
}

const nothing: Input = () => undefined

/** Returns a line for an operation without an object that has an owner. */
export function line(cells: Cells, input: Input = nothing, about?: Make): Line {
  return { cells, input, isSequential: about === endedImport || about === runningImport, ...(about && { about }) }
}
/** Returns a line for an operation on an object. */
export const on = (about: Make, cells: Cells, input?: Input): Line => line(cells, input, about)
