import type { GroupDraft } from '../../../data/applications/definition.ts'
import type { Place } from '../../../solutions/problems.ts'
import type { GroupFile } from '../../../solutions/schemas.ts'

/** Reads a group file of the right shape. Whether its sub-groups exist is checked later against the deployed groups. */
export function readGroup(
  file: GroupFile,
  address: { namespace: string; code: string; file: string },
  at: (path: readonly (string | number)[]) => Place,
): GroupDraft {
  const groups = (file.groups ?? []).map((path) => path.toLowerCase())
  return {
    ...address,
    name: file.name,
    description: file.description ?? '',
    isRole: file.role ?? false,
    isDefault: file.default ?? false,
    groups: [...new Set(groups)].sort(),
    places: new Map(groups.map((path, index) => [path, at(['groups', index])])),
  }
}
