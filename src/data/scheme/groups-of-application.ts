import { namedGroups } from '../../access/named-groups.ts'
import type { CatalogSnapshot } from '../../solutions/catalog.ts'
import { groupPath } from '../applications/definition.ts'
import type { Application } from '../applications/application.ts'

/**
 * Returns the paths of the groups of an application: the groups that its rules name, and the groups of its namespace.
 */
export function groupsOfApplication(snapshot: CatalogSnapshot, application: Application): string[] {
  const ruled = namedGroups(application.accessSection ?? {}).map(({ path }) => path)
  const ofSection = snapshot.groups().filter((group) => group.namespace === application.namespace)
  return [...new Set([...ruled, ...ofSection.map(groupPath)])]
}
