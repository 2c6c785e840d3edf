import { createHash } from 'node:crypto'
import type { JsonObject } from '../../foundation/kit/json.ts'
import { groupFile } from '../../people/groups/definition/group-file.ts'
import type { GroupDefinition, NamespaceDefinition } from '../applications/definition.ts'
import type { Application } from '../applications/application.ts'
import { applicationFile } from '../application-kind/file/application-file.ts'

/**
 * Returns the SHA-256 hash of a definition, in hex. The keys of the definition must be in a fixed order, so that the
 * hash is the same on every installation.
 */
export function hashOf(definition: JsonObject): string {
  return createHash('sha256').update(JSON.stringify(definition)).digest('hex')
}

/**
 * Returns the hash of an application's definition, including titles, fields and statuses. Equal definitions have equal
 * hashes.
 */
export function applicationHash(application: Application): string {
  const { namespace, code } = application
  return hashOf({ namespace, code, ...applicationFile(application) })
}

/** Returns the hash of a namespace's own definition, without its content and without `visibleTo`. */
export function namespaceHash({ code, name, icon, order }: Omit<NamespaceDefinition, 'visibleTo'>): string {
  return hashOf({ code, name, icon, order })
}

/** Returns the hash of a group's definition, without the members that an installation adds. */
export function groupHash(group: GroupDefinition): string {
  const { namespace, code } = group
  return hashOf({ namespace, code, ...groupFile(group) })
}
