import { createHash } from 'node:crypto'
import type { JsonObject } from '../../kit/json.ts'
import type { Application } from '../definitions/application.ts'
import { applicationFile } from '../definitions/application-file.ts'
import type { GroupDefinition, NamespaceDefinition } from '../definitions/definition.ts'
import { groupFile } from '../definitions/group-file.ts'

/** SHA-256 of a definition whose keys are in a fixed order: the same on every installation. */
export function hashOf(definition: JsonObject): string {
  return createHash('sha256').update(JSON.stringify(definition)).digest('hex')
}

/** Changes exactly when the definition does, and comes back with it; titles, fields and statuses are part of it. */
export function applicationHash(application: Application): string {
  const { namespace, code } = application
  return hashOf({ namespace, code, ...applicationFile(application) })
}

/** Of the section itself, without what it holds and to whom it is visible. */
export function namespaceHash({ code, name, icon, order }: Omit<NamespaceDefinition, 'visibleTo'>): string {
  return hashOf({ code, name, icon, order })
}

/** As that of an application. Who is in the group is no part of it. */
export function groupHash(group: GroupDefinition): string {
  const { namespace, code } = group
  return hashOf({ namespace, code, ...groupFile(group) })
}
