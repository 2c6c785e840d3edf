import type { Application } from '../definitions/application.ts'
import type { CatalogSnapshot } from '../definitions/catalog.ts'
import { applicationPath } from '../definitions/definition.ts'

/** Paths of the groups and roles that an application has to do with: those that its solution defines in its section. */
export function groupsOfApplication(snapshot: CatalogSnapshot, { namespace }: Application): string[] {
  return snapshot
    .groups()
    .filter((group) => group.namespace === namespace)
    .map(applicationPath)
}
