import { type Phrase, phrase } from '../../../foundation/kit/phrase.ts'
import type { GroupDefinition } from './group-definition.ts'

export type GroupState = Pick<GroupDefinition, 'name' | 'description' | 'isRole' | 'isDefault'>

/** Returns the name of a group in plans and drift, such as `the role docs.registrars`. */
export function groupTitle(path: string, { isRole }: Pick<GroupState, 'isRole'>): Phrase {
  return isRole ? phrase('role', path) : phrase('group', path)
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
  if (before.name !== after.name) sentences.push(phrase('groupNameChanged', group, after.name, before.name))
  if (before.description !== after.description) sentences.push(phrase('groupHasAnotherDescription', group))
  if (before.isRole !== after.isRole) {
    sentences.push(after.isRole ? phrase('becomesRole', group) : phrase('becomesGroup', group))
  }
  if (before.isDefault !== after.isDefault) {
    sentences.push(after.isDefault ? phrase('groupHasEveryUser', group) : phrase('groupHasNoLongerEveryUser', group))
  }
  for (const one of subGroups.added) sentences.push(phrase('groupContains', group, one))
  for (const one of subGroups.removed) sentences.push(phrase('groupNoLongerContains', group, one))
  return sentences
}
