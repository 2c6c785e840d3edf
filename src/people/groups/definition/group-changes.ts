import type { GroupDefinition } from './group-definition.ts'

export type GroupState = Pick<GroupDefinition, 'name' | 'description' | 'isRole' | 'isDefault'>

/** Returns the name of a group in plans and drift, such as `the role ref.registrars`. */
export function groupTitle(path: string, { isRole }: Pick<GroupState, 'isRole'>): string {
  return `the ${isRole ? 'role' : 'group'} ${path}`
}

/**
 * Returns the differences between two states of a group, one sentence for each. The sentences can be read both as
 * planned and as past changes.
 */
export function groupChanges(
  path: string,
  before: GroupState,
  after: GroupState,
  subGroups: { readonly added: readonly string[]; readonly removed: readonly string[] },
): string[] {
  const group = groupTitle(path, before)
  const sentences: string[] = []
  if (before.name !== after.name) sentences.push(`${group} is called "${after.name}" instead of "${before.name}"`)
  if (before.description !== after.description) sentences.push(`${group} has another description`)
  if (before.isRole !== after.isRole) sentences.push(`${group} is ${after.isRole ? 'a role' : 'a group and no role'}`)
  if (before.isDefault !== after.isDefault) {
    sentences.push(`${group} ${after.isDefault ? 'has every user in it' : 'has no longer every user in it'}`)
  }
  for (const one of subGroups.added) sentences.push(`${group} contains ${one}`)
  for (const one of subGroups.removed) sentences.push(`${group} no longer contains ${one}`)
  return sentences
}
