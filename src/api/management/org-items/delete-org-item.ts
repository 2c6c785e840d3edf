import { orgItemInUse, orgItemNotFound } from '../../../people/index.ts'
import { operation } from '../../operation.ts'
import { IdParams, Nothing } from '../../v1/schemas.ts'

export const deleteOrgItem = operation({
  name: 'deleteOrgItem',
  area: 'Management',
  methods: ['DELETE'],
  path: '/api/v1/org-items/{id}',
  summary: 'Delete an item of the organisation chart',
  description:
    'An item cannot be deleted while it has items below it or holders, or while a group contains it; the error ' +
    'lists these in `uses`.',
  right: 'administrator',
  params: IdParams,
  result: Nothing,
  errors: [orgItemNotFound, orgItemInUse],
  handle: async ({ params }, { caller, people, apps }) => {
    await people.orgChart.remove(caller, params.id, apps.access.usesOf)
    return {}
  },
})
