import { type DefinitionRow, type Deployed, definitionPath, type StoredKind } from '../../../solutions/index.ts'
import { deployedGroups } from '../solution-groups.store.ts'

/** A group or role: its file with all defaults filled in. */
export interface GroupDefinition {
  readonly namespace: string
  readonly code: string
  readonly name: string
  readonly description: string
  readonly isRole: boolean
  /** Whether every user is a member. */
  readonly isDefault: boolean
  /** The paths of the sub-groups, sorted, so that their order in the file has no meaning. */
  readonly groups: readonly string[]
}

/** A group as it was last applied. */
export interface DeployedGroup extends Deployed, GroupDefinition {
  readonly namespace: string
  readonly code: string
  readonly name: string
}

interface GroupRow extends DefinitionRow {
  readonly definition: GroupDefinition
}

/** The groups of all solutions, ordered by namespace and code. */
export const storedGroups: StoredKind<DeployedGroup, GroupRow> = {
  word: 'group',
  rows: deployedGroups,
  compile: ({ definition, ...row }) => Object.freeze({ ...row, ...definition }),
}

/**
 * Returns the path of a group, such as `docs.registrars`, as files, rules and people name the group. The path is in
 * lower case, because rules may use any case.
 */
export function groupPath(address: Pick<GroupDefinition, 'namespace' | 'code'>): string {
  return definitionPath(address).toLowerCase()
}
