import type { Reader } from '../../../foundation/db/database.ts'
import { phrase } from '../../../foundation/kit/phrase.ts'
import type { Drift, SolutionContent } from '../../../solutions/index.ts'
import { type PresentGroup, presentGroups } from '../solution-groups.store.ts'
import { groupChanges, groupTitle } from './group-changes.ts'
import { type GroupDefinition, groupPath, storedGroups } from './group-definition.ts'

/**
 * Returns the drift of groups: groups that differ from their files or are gone, and groups made by hand in a
 * namespace of the solution. Added members, including sub-groups, are no drift, because each installation fills
 * groups and roles itself.
 */
export async function groupDrift(reader: Reader, content: SolutionContent): Promise<Drift[]> {
  const { code } = content.solution
  const groups = content.of(storedGroups)
  const present = await presentGroups(reader)
  const here = new Set(present.map(({ path }) => path))
  const lost = groups.filter((group) => !here.has(groupPath(group)))
  return [
    ...present.filter((group) => group.solution === code).flatMap((group) => changes(group, present)),
    ...present.filter((group) => group.solution === null && group.solutionOfNamespace === code).map(addition),
    ...lost.map((group) => removal(groupPath(group), group)),
  ]
}

function changes(group: PresentGroup, present: readonly PresentGroup[]): Drift[] {
  const definition = group.definition as GroupDefinition
  const inside = new Set(group.subGroups.map(({ id }) => id))
  const paths = new Set(present.filter(({ id }) => inside.has(id)).map(({ path }) => path))
  const removed = definition.groups.filter((path) => !paths.has(path))
  return groupChanges(group.path, definition, group, { added: [], removed }).map(
    (sentence): Drift => ({ kind: 'changed', what: 'group', path: group.path, sentence }),
  )
}

function addition(group: PresentGroup): Drift {
  const sentence = phrase('groupCreatedByHand', groupTitle(group.path, group), group.name)
  return { kind: 'added', what: 'group', path: group.path, sentence }
}

function removal(path: string, group: GroupDefinition): Drift {
  return { kind: 'removed', what: 'group', path, sentence: phrase('groupIsGone', groupTitle(path, group)) }
}
