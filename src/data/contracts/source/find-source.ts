import type { FindSource } from '../../../query/index.ts'
import { definitionPath } from '../../../solutions/index.ts'
import type { Application } from '../../applications/application.ts'
import { builtInApplication } from '../../applications/built-in.ts'
import { elementSource } from '../../elements/source/element-source.ts'

/**
 * Returns a lookup of the sources of elements, regardless of the caller's rights. `applications` are all applications
 * by their paths.
 */
export function findAmong(applications: ReadonlyMap<string, Application>): FindSource {
  const find: FindSource = (namespace, code) => {
    const address = { namespace, code }
    const application = applications.get(definitionPath(address))
    return builtInApplication(address)?.source ?? (application && elementSource(application, find))
  }
  return find
}
