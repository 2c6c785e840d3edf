import {
  type DefinitionKind,
  definitionPath,
  type KindPlan,
  type PlanContext,
  systemNamespace,
} from '../../../solutions/index.ts'
import { builtInGroupPaths } from '../../membership/built-in-groups.ts'
import { lockOrganisation } from '../../membership/organisation-lock.store.ts'
import { presentGroups, putSolutionGroup, putSubGroups, removeSolutionGroup } from '../solution-groups.store.ts'
import { type DeployedGroup, storedGroups } from './group-definition.ts'
import { groupDifference } from './group-difference.ts'
import { groupDrift } from './group-drift.ts'
import { type GroupDraft, groupFile, readGroup } from './group-file.ts'
import { groupProblems } from './group-problems.ts'
import { GroupFile } from './group-schema.ts'

/** Groups and roles as definitions of a solution. */
export const groupKind: DefinitionKind<GroupDraft, DeployedGroup> = {
  ...storedGroups,
  file: {
    path: 'namespaces/{namespace}/groups/{code}.yaml',
    title: 'a group',
    codes: /^[a-z][a-z0-9_]*$/,
    maxLength: 63,
    reserved: ({ namespace }) =>
      namespace === systemNamespace ? `${systemNamespace} holds applications only, no groups` : undefined,
  },
  schema: GroupFile,
  contentPosition: 2,
  read: readGroup,
  // People can change groups at the same time.
  lock: lockOrganisation,
  plan: planGroups,
  drift: groupDrift,
  toFile: groupFile,
  uses: (group) =>
    group.groups
      .filter((ref) => !builtInGroupPaths.includes(ref))
      .map((ref) => ({ to: 'group', path: definitionPath(group), ref })),
}

/** Compares the groups of a solution with all existing groups. Members added by hand stay. */
async function planGroups(context: PlanContext<GroupDraft, DeployedGroup>): Promise<KindPlan> {
  const { reader, solution, drafts, mayExist } = context
  const present = await presentGroups(reader)
  const problems = groupProblems(solution, drafts, { present, mayExist })
  const { steps, put, remove } =
    problems.length > 0 ? { steps: [], put: [], remove: [] } : groupDifference(solution.code, drafts, present)
  return {
    problems,
    steps,
    async apply(tx, stamp) {
      for (const { id, definition } of put) {
        const { groups: _, ...group } = definition
        await putSolutionGroup(tx, { ...group, id, solution: solution.code, definition }, stamp)
      }
      for (const { id, addGroups, removeGroups } of put)
        await putSubGroups(tx, id, { add: addGroups, remove: removeGroups }, stamp)
      for (const id of remove) await removeSolutionGroup(tx, id, stamp)
    },
  }
}
