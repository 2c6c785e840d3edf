import { isDeepStrictEqual } from 'node:util'
import { phrase } from '../../../foundation/kit/phrase.ts'
import type { Step } from '../../../solutions/index.ts'
import { groupIdOf } from '../../membership/built-in-groups.ts'
import type { PresentGroup } from '../solution-groups.store.ts'
import { groupChanges, groupTitle } from './group-changes.ts'
import { type GroupDefinition, groupPath } from './group-definition.ts'
import type { GroupDraft } from './group-file.ts'

export interface GroupDifference {
  readonly steps: readonly Step[]
  readonly put: readonly ChangedGroup[]
  /** The ids of the groups to remove. */
  readonly remove: readonly string[]
}

interface ChangedGroup {
  readonly id: string
  readonly definition: GroupDefinition
  /** The ids of the sub-groups to add. */
  readonly addGroups: readonly string[]
  /** The ids of the sub-groups to remove: sub-groups that a file named before and no longer names. */
  readonly removeGroups: readonly string[]
}

/** Returns the steps that turn the deployed groups into the groups of a solution. The groups must have no problems. */
export function groupDifference(
  solution: string,
  drafts: readonly GroupDraft[],
  present: readonly PresentGroup[],
): GroupDifference {
  const ids = new Map([
    ...present.map(({ path, id }): [string, string] => [path, id]),
    ...drafts.map((draft): [string, string] => [groupPath(draft), idOf(draft)]),
  ])
  const paths = new Map([...ids].map(([path, id]) => [id, path]))
  const changed = drafts.map((draft) => draftDifference(draft, present, { ids, paths }))
  const kept = new Set(drafts.map(idOf))
  const removed = present.filter((group) => group.solution === solution && !kept.has(group.id))
  return {
    steps: [...changed.flatMap(({ steps }) => steps), ...removed.map((group) => removal(group, removed, present))],
    put: changed.filter(({ steps }) => steps.length > 0).map(({ put }) => put),
    remove: removed.map(({ id }) => id),
  }
}

const idOf = ({ namespace, code }: GroupDraft): string => groupIdOf(namespace, code)

function draftDifference(
  { file: _, references: __, ...definition }: GroupDraft,
  present: readonly PresentGroup[],
  { ids, paths }: Readonly<Record<'ids' | 'paths', ReadonlyMap<string, string>>>,
): { steps: Step[]; put: ChangedGroup } {
  const id = groupIdOf(definition.namespace, definition.code)
  const path = groupPath(definition)
  const before = present.find((group) => group.id === id)
  const wanted = definition.groups.map((subGroup) => ids.get(subGroup)!)
  const there = before?.subGroups ?? []
  const add = wanted.filter((subGroup) => !there.some((one) => one.id === subGroup))
  const remove = there.filter((one) => one.fromSolution && !wanted.includes(one.id)).map((one) => one.id)
  const step = { what: 'group', path } as const
  const put = { id, definition, addGroups: add, removeGroups: remove }
  if (before === undefined) {
    const other = present.find((group) => group.path === path)
    return { steps: [{ ...step, kind: 'add', ...addition(definition, other) }], put }
  }
  const named = (list: readonly string[]): string[] => list.map((one) => paths.get(one) ?? one)
  const sentences = groupChanges(path, before, definition, { added: named(add), removed: named(remove) })
  if (sentences.length === 0 && !isDeepStrictEqual(before.definition, definition))
    sentences.push(phrase('sameChangeByHand', groupTitle(path, before)))
  return { steps: sentences.map((sentence) => ({ ...step, kind: 'change', sentence })), put }
}

function addition(definition: GroupDefinition, other: PresentGroup | undefined): Pick<Step, 'sentence' | 'blocked'> {
  const { name, groups } = definition
  const title = groupTitle(groupPath(definition), definition)
  // A group created by hand has another id. Replacing it would break the rules and grants that name it, so a user has
  // to delete it first.
  if (other !== undefined) {
    const sentence = phrase('cannotAddGroup', title, other.name)
    return { sentence, blocked: true }
  }
  const added = phrase('addsGroup', title, name)
  return { sentence: groups.length > 0 ? phrase('whichContains', added, groups.join(', ')) : added }
}

function removal(group: PresentGroup, removed: readonly PresentGroup[], present: readonly PresentGroup[]): Step {
  const { path, members, solution } = group
  const title = groupTitle(path, group)
  const step = { kind: 'remove', what: 'group', path } as const
  // `groupProblems` has checked that no file of this solution names the group any more, so only other uses of the group
  // block its removal.
  const user = present.find(
    (other) =>
      !removed.includes(other) &&
      other.subGroups.some(({ id, fromSolution }) => id === group.id && !(fromSolution && other.solution === solution)),
  )
  if (user !== undefined) {
    const sentence = phrase('cannotRemoveContained', title, user.path, user.name)
    return { ...step, sentence, narrows: true, blocked: true }
  }
  if (members === 0) return { ...step, sentence: phrase('removesGroup', title) }
  return { ...step, sentence: phrase('removesGroupWithMembers', title, members), narrows: true }
}
