import type { Reader } from '../../db/database.ts'
import { isUuid } from '../../kit/ids.ts'
import { groupIsSystem, groupNamespaceMissing, groupNotFound } from './errors.ts'
import { type GroupRow, groupById, namespaceExists } from './groups.store.ts'

export async function openGroup(reader: Reader, id: string): Promise<GroupRow> {
  const group = isUuid(id) ? await groupById(reader, id) : undefined
  if (group === undefined) throw groupNotFound(`group "${id.slice(0, 100)}" not found`)
  return group
}

/** A group that people made, and may change. */
export async function openOwnGroup(reader: Reader, id: string): Promise<GroupRow> {
  const group = await openGroup(reader, id)
  if (!group.isSystem) return group
  throw groupIsSystem(
    `"${group.name}" comes with the platform and can't be changed; who is in it follows from the users`,
  )
}

/** Throws when there is no such namespace. */
export async function openNamespace(reader: Reader, namespace: string): Promise<void> {
  // An address may hold U+0000, which no database takes.
  if (!namespace.includes('\u0000') && (await namespaceExists(reader, namespace))) return
  throw groupNamespaceMissing(namespace)
}
