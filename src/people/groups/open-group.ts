import type { Reader } from '../../foundation/db/database.ts'
import { isUuid } from '../../foundation/kit/ids.ts'
import { groupIsSystem, groupNamespaceMissing, groupNotFound } from './errors.ts'
import { type GroupRow, groupById, namespaceExists } from './groups.store.ts'

/** Returns a group that is in none of the namespaces `butOf`. Throws `group.not_found`. */
export async function openGroup(reader: Reader, id: string, butOf: readonly string[] = []): Promise<GroupRow> {
  const group = isUuid(id) ? await groupById(reader, id) : undefined
  if (group === undefined || butOf.includes(group.namespace))
    throw groupNotFound(`group "${id.slice(0, 100)}" not found`)
  return group
}

/** Returns a group that can be changed. Throws when the group does not exist or comes with the platform. */
export async function openOwnGroup(reader: Reader, id: string): Promise<GroupRow> {
  const group = await openGroup(reader, id)
  if (!group.isSystem) return group
  throw groupIsSystem(`"${group.name}" is built in and cannot be changed; its members follow from the users`)
}

/** Throws when the namespace does not exist. */
export async function openNamespace(reader: Reader, namespace: string): Promise<void> {
  // The path of a request may contain U+0000, which PostgreSQL rejects in a text.
  if (!namespace.includes('\u0000') && (await namespaceExists(reader, namespace))) return
  throw groupNamespaceMissing(namespace)
}
