import { type Phrase, phrase } from '../../../foundation/kit/phrase.ts'
import type { GroupDefinition } from './group-definition.ts'

export type GroupState = Pick<GroupDefinition, 'name' | 'description' | 'isRole' | 'isDefault'>

/** Returns the name of a group in plans and drift, such as `the role docs.registrars`. */
export function groupTitle(path: string, { isRole }: Pick<GroupState, 'isRole'>): Phrase {
  return isRole ? phrase`the role ${path}` : phrase`the group ${path}`
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
): Phrase[] {
  const group = groupTitle(path, before)
  const sentences: Phrase[] = []
  if (before.name !== after.name) sentences.push(phrase`${group} is called "${after.name}" instead of "${before.name}"`)
  if (before.description !== after.description) sentences.push(phrase`${group} has another description`)
  if (before.isRole !== after.isRole) {
    sentences.push(after.isRole ? phrase`${group} is a role` : phrase`${group} is a group and no role`)
  }
  if (before.isDefault !== after.isDefault) {
    sentences.push(
      after.isDefault ? phrase`${group} has every user in it` : phrase`${group} has no longer every user in it`,
    )
  }
  for (const one of subGroups.added) sentences.push(phrase`${group} contains ${one}`)
  for (const one of subGroups.removed) sentences.push(phrase`${group} no longer contains ${one}`)
  return sentences
}
