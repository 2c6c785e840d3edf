import { applicationNotFound, elementNotFound, grantNotFound } from '../../apps/index.ts'
import { notAllowed } from '../../http/errors.ts'
import { operation } from '../operation.ts'
import { Nothing } from '../v1/schemas.ts'
import { GrantParams } from './grant-params.ts'

export const deleteElementGrant = operation({
  name: 'deleteElementGrant',
  area: 'Management',
  methods: ['DELETE'],
  path: '/api/v1/elements/{namespace}/{code}/{id}/grants/{subject}',
  summary: 'Take back what somebody was given to a single element',
  right: 'user',
  params: GrantParams,
  result: Nothing,
  errors: [applicationNotFound, elementNotFound, notAllowed, grantNotFound],
  handle: async ({ params: { subject, ...address } }, { caller, apps }) => {
    await apps.access.grants.remove(caller, address, subject)
    return {}
  },
})
