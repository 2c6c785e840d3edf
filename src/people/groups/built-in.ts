import { idOfPath } from '../../kit/ids.ts'

/** In the place of a namespace: groups that belong to no section. */
export const globalNamespace = 'global'

/** Made by the migration. Who is in them follows from the users themselves, so their members can't be changed. */
export const administratorsId = idOfPath(`${globalNamespace}/group/administrators`)
export const allUsersId = idOfPath(`${globalNamespace}/group/all_users`)
