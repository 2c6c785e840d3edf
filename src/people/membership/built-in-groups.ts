import { idOfPath } from '../../foundation/kit/ids.ts'

/** The namespace of groups that belong to no deployed namespace. */
export const globalNamespace = 'global'

/** Returns the id of a group that is the same on every installation: a group of the platform or of a solution. */
export function groupIdOf(namespace: string, code: string): string {
  return idOfPath(`${namespace}/group/${code}`)
}

/** Built-in groups, created by the migration. Their members follow from the users themselves and can't be changed. */
export const administratorsId = groupIdOf(globalNamespace, 'administrators')
export const allUsersId = groupIdOf(globalNamespace, 'all_users')
/** The paths of the groups that exist on every installation. */
export const builtInGroupPaths: readonly string[] = ['global.administrators', 'global.all_users']
