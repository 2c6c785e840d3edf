import { orgItemCodeTaken, orgItemNotFound, wrongHolders, wrongParent } from '../../../people/index.ts'
import { operation } from '../../operation.ts'
import { IdParams, Nothing } from '../../v1/schemas.ts'
import { OrgItemUpdate } from './org-item.ts'

export const updateOrgItem = operation({
  name: 'updateOrgItem',
  area: 'Management',
  methods: ['PATCH'],
  path: '/api/v1/org-items/{id}',
  summary: 'Rename or move a department or position, or change who holds it',
  right: 'administrator',
  params: IdParams,
  input: OrgItemUpdate,
  result: Nothing,
  errors: [orgItemNotFound, wrongParent, wrongHolders, orgItemCodeTaken],
  handle: async ({ params, input }, { caller, people }) => {
    await people.orgChart.update(caller, params.id, input)
    return {}
  },
})
