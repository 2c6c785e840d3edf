import type { Application } from './application.ts'
import type { CatalogGroup, CatalogNamespace, CatalogSnapshot, CatalogSolution } from './catalog.ts'

/** A deployed solution with all that is its own. */
export interface SolutionContent {
  readonly solution: CatalogSolution
  /** By place in the menu. */
  readonly namespaces: readonly CatalogNamespace[]
  /** By namespace and code. */
  readonly applications: readonly Application[]
  /** By namespace and code. */
  readonly groups: readonly CatalogGroup[]
}

/** Undefined when no solution of that code is deployed. */
export function solutionContent(snapshot: CatalogSnapshot, code: string): SolutionContent | undefined {
  const solution = snapshot.solutions().find((one) => one.code === code)
  return (
    solution && {
      solution,
      namespaces: snapshot.namespaces().filter((one) => one.solution === code),
      applications: snapshot.applications().filter((one) => snapshot.origin(one).solution === code),
      groups: snapshot.groups().filter((one) => one.solution === code),
    }
  )
}
