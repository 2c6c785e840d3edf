import type { Application } from '../data/applications/application.ts'
import type { CatalogGroup, CatalogNamespace, CatalogSnapshot, CatalogSolution } from './catalog.ts'

/** A deployed solution with the definitions that belong to it. */
export interface SolutionContent {
  readonly solution: CatalogSolution
  /** The namespaces in the order of the menu. */
  readonly namespaces: readonly CatalogNamespace[]
  /** The applications, ordered by namespace and code. */
  readonly applications: readonly Application[]
  /** The groups, ordered by namespace and code. */
  readonly groups: readonly CatalogGroup[]
}

/** Returns the content of a solution; undefined when no solution with this code is deployed. */
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
