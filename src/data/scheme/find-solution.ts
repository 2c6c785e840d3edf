import type { CatalogSnapshot } from '../../solutions/catalog.ts'
import { type SolutionContent, solutionContent } from '../../solutions/solution-content.ts'
import { solutionNotFound } from './errors.ts'
import { notFound } from './not-found.ts'

/** Returns a deployed solution with its content. Throws `solution.not_found`. */
export function findSolution(snapshot: CatalogSnapshot, code: string): SolutionContent {
  const content = solutionContent(snapshot, code)
  if (content !== undefined) return content
  const known = snapshot.solutions().map((solution) => solution.code)
  throw notFound(solutionNotFound, 'solution', code, known)
}
