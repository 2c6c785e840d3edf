import { applicationNotFound, applicationReadOnly, elementNotFound, elementRights } from '../../../data/index.ts'
import { notAllowed } from '../../../foundation/http/errors.ts'
import { ElementParams } from '../../v1/schemas.ts'
import { grantOperations } from '../access/grant-operations.ts'

export const elementGrants = grantOperations({
  name: 'Element',
  noun: { article: 'an', text: 'element' },
  path: '/api/v1/elements/{namespace}/{code}/{id}',
  params: ElementParams,
  rights: elementRights.grantable,
  errors: [applicationNotFound, applicationReadOnly, elementNotFound, notAllowed],
  grants: ({ apps }) => apps.access.grants,
})
