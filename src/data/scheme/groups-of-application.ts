import { namedGroups } from '../../access/index.ts'
import { groupPath, storedGroups } from '../../people/index.ts'
import type { Definitions } from '../../solutions/index.ts'
import type { Application } from '../applications/application.ts'

/**
 * Returns the paths of the groups of an application: the groups that its rules name, and the groups of its namespace.
 */
export function groupsOfApplication(definitions: Definitions, application: Application): string[] {
  const ruled = namedGroups(application.accessSection ?? {}).map(({ path }) => path)
  const ofNamespace = definitions.of(storedGroups).filter(({ namespace }) => namespace === application.namespace)
  return [...new Set([...ruled, ...ofNamespace.map(groupPath)])]
}
