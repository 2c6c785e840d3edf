import { orgItemCodeTaken, orgItemNotFound, wrongHolders, wrongParent } from '../../../people/index.ts'
import { operation } from '../../operation.ts'
import { IdParams, Nothing } from '../../v1/schemas.ts'
import { OrgItemUpdate } from './org-item.ts'

export const updateOrgItem = operation({
  name: 'updateOrgItem',
  area: 'Management',
  methods: ['PATCH'],
  path: '/api/v1/org-items/{id}',
  summary: 'Update an item of the organisation chart',
  description: 'Renames or moves a department or position, or changes its holders. Only the given fields change.',
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
