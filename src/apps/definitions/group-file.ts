import type { JsonObject } from '../../kit/json.ts'
import { stated } from './application-file.ts'
import type { GroupDefinition } from './definition.ts'

/** A group as the file that would define it, in the one form to which all files that say the same come. */
export function groupFile({ name, description, isRole, isDefault, groups }: GroupDefinition): JsonObject {
  return stated({
    name,
    description: description || undefined,
    role: isRole || undefined,
    default: isDefault || undefined,
    groups: groups.length > 0 ? [...groups] : undefined,
  })
}
