import { applicationNotFound, applicationReadOnly, elementNotFound } from '../../../data/index.ts'
import { notAllowed } from '../../../foundation/http/errors.ts'
import { operation } from '../../operation.ts'
import { ElementParams } from '../../v1/schemas.ts'
import { GrantList } from '../access/grant.ts'

export const listElementGrants = operation({
  name: 'listElementGrants',
  area: 'Management',
  methods: ['GET'],
  path: '/api/v1/elements/{namespace}/{code}/{id}/grants',
  summary: 'List the grants of an element',
  description: 'Requires the right `access` to the element.',
  right: 'user',
  params: ElementParams,
  result: GrantList,
  errors: [applicationNotFound, applicationReadOnly, elementNotFound, notAllowed],
  handle: async ({ params }, { caller, apps }) => ({ grants: await apps.access.grants.list(caller, params) }),
})
