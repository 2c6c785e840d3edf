import { stated } from '../../../data/application-kind/file/application-file.ts'
import type { JsonObject } from '../../../foundation/kit/json.ts'
import type { GroupDefinition } from '../../../data/applications/definition.ts'

/** Returns the normalised file of a group. Files with the same meaning give the same result. */
export function groupFile({ name, description, isRole, isDefault, groups }: GroupDefinition): JsonObject {
  return stated({
    name,
    description: description || undefined,
    role: isRole || undefined,
    default: isDefault || undefined,
    groups: groups.length > 0 ? [...groups] : undefined,
  })
}
