import { applicationNotFound, applicationReadOnly, elementNotFound } from '../../../data/index.ts'
import { notAllowed } from '../../../foundation/http/errors.ts'
import { grantNotFound } from '../../../people/index.ts'
import { operation } from '../../operation.ts'
import { Nothing } from '../../v1/schemas.ts'
import { ElementGrantParams } from '../access/grant.ts'

export const deleteElementGrant = operation({
  name: 'deleteElementGrant',
  area: 'Management',
  methods: ['DELETE'],
  path: '/api/v1/elements/{namespace}/{code}/{id}/grants/{subject}',
  summary: 'Revoke a grant of an element',
  description: 'Requires the right `access` to the element.',
  right: 'user',
  params: ElementGrantParams,
  result: Nothing,
  errors: [applicationNotFound, applicationReadOnly, elementNotFound, notAllowed, grantNotFound],
  handle: async ({ params: { subject, ...address } }, { caller, apps }) => {
    await apps.access.grants.remove(caller, address, subject)
    return {}
  },
})
