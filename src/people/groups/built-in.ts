import { idOfPath } from '../../kit/ids.ts'

/** In the place of a namespace: groups that belong to no section. */
export const globalNamespace = 'global'

/** Of a group that is the same on every installation: one that comes with the platform or with a solution. */
export function groupIdOf(namespace: string, code: string): string {
  return idOfPath(`${namespace}/group/${code}`)
}

/** Made by the migration. Who is in them follows from the users themselves, so their members can't be changed. */
export const administratorsId = groupIdOf(globalNamespace, 'administrators')
export const allUsersId = groupIdOf(globalNamespace, 'all_users')
/** They are everywhere. */
export const builtInGroupPaths: readonly string[] = ['global.administrators', 'global.all_users']
