import { Type } from 'typebox'
import { operation } from '../../operation.ts'
import { NoParams } from '../../v1/schemas.ts'
import { OrgItemView } from './org-item.ts'

export const listOrgItems = operation({
  name: 'listOrgItems',
  area: 'Management',
  methods: ['GET'],
  path: '/api/v1/org-items',
  summary: 'The whole organisation chart',
  description: 'Each item comes behind the one above it, which `parent` names.',
  right: 'user',
  params: NoParams,
  result: Type.Object({ items: Type.Array(OrgItemView) }),
  handle: async (_request, { people }) => ({ items: await people.orgChart.items() }),
})
