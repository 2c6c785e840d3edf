import { Type } from 'typebox'
import { operation } from '../../operation.ts'
import { NoParams } from '../../v1/schemas.ts'
import { OrgItemView } from './org-item.ts'

export const listOrgItems = operation({
  name: 'listOrgItems',
  area: 'Management',
  methods: ['GET'],
  path: '/api/v1/org-items',
  summary: 'Get the organisation chart',
  description: 'Returns all items. Each item comes after its `parent`.',
  right: 'user',
  params: NoParams,
  result: Type.Object({ items: Type.Array(OrgItemView) }),
  handle: async (_request, { people }) => ({ items: await people.orgChart.items() }),
})
