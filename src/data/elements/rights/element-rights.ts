import { type ResourceRights, type Right, rights } from '../../../access/index.ts'

/** The rights to elements. The rights that cannot be granted for one element concern the whole application. */
export const elementRights: ResourceRights<Right> = {
  all: rights,
  grantable: ['view', 'edit', 'delete', 'export', 'access'],
  includedIn: { view: ['edit', 'delete', 'access'] },
  granting: 'access',
  revealing: ['view', 'create'],
}
