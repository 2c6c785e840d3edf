/** A solution, as a designer names it. */
export interface SolutionName {
  readonly code: string
  readonly name: string
  readonly version: string
}
