import type { JsonObject } from '../../../foundation/kit/json.ts'
import type { Draft, FileAddress, Found } from '../../../solutions/index.ts'
import type { GroupDefinition } from './group-definition.ts'
import type { GroupFile } from './group-schema.ts'

/** A group as read from its file; `references` lead to its sub-groups. */
export interface GroupDraft extends Draft, GroupDefinition {
  readonly namespace: string
  readonly code: string
}

/** Reads a group file of the right shape. Whether its sub-groups exist is checked later against the deployed groups. */
export function readGroup({ value, at }: Found<GroupFile>, address: FileAddress): GroupDraft {
  const groups = (value.groups ?? []).map((path) => path.toLowerCase())
  const references = groups.map((path, index) => ({ to: 'group', path, place: at(['groups', index]) }))
  return {
    ...address,
    name: value.name,
    description: value.description ?? '',
    isRole: value.role ?? false,
    isDefault: value.default ?? false,
    groups: [...new Set(groups)].sort(),
    references,
  }
}

/** Returns the normalised file of a group. */
export function groupFile({ name, description, isRole, isDefault, groups }: GroupDefinition): JsonObject {
  return {
    name,
    ...(description !== '' && { description }),
    ...(isRole && { role: true }),
    ...(isDefault && { default: true }),
    ...(groups.length > 0 && { groups: [...groups] }),
  }
}
