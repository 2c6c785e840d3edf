import { didYouMean } from '../foundation/kit/nearest.ts'
import { solutionNotFound } from './errors.ts'
import type { Definitions, Deployed, DeployedSolution, StoredKind } from './stored-kind.ts'

/** A deployed solution with the definitions that belong to it. */
export interface SolutionContent extends Pick<Definitions, 'written' | 'texts'> {
  readonly solution: DeployedSolution
  /** Returns the definitions of one kind that belong to the solution, in catalog order. */
  of<Entry extends Deployed>(kind: StoredKind<Entry>): readonly Entry[]
}

/** Returns a deployed solution with its content. Throws `solution.not_found`. */
export function solutionContent(definitions: Definitions, code: string): SolutionContent {
  const solution = definitions.solutions().find((one) => one.code === code)
  if (solution === undefined) {
    const known = definitions.solutions().map((one) => one.code)
    throw solutionNotFound(`solution "${code.slice(0, 200)}" not found${didYouMean(code, known)}`)
  }
  const { written, texts } = definitions
  return { solution, written, texts, of: (kind) => definitions.of(kind).filter((one) => one.solution === code) }
}
