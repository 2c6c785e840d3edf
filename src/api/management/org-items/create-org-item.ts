import { Type } from 'typebox'
import { orgItemCodeTaken, wrongHolders, wrongParent } from '../../../people/index.ts'
import { operation } from '../../operation.ts'
import { NoParams, Uuid } from '../../v1/schemas.ts'
import { OrgItemInput } from './org-item.ts'

export const createOrgItem = operation({
  name: 'createOrgItem',
  area: 'Management',
  methods: ['POST'],
  path: '/api/v1/org-items',
  summary: 'Create an item of the organisation chart',
  description: 'Creates a department, a position or a group of the organisation chart below its parent.',
  right: 'administrator',
  params: NoParams,
  input: OrgItemInput,
  result: Type.Object({ id: Uuid }),
  errors: [wrongParent, wrongHolders, orgItemCodeTaken],
  idempotent: { again: (_request, id) => ({ id }) },
  handle: async ({ input }, { caller, people }) => ({ id: await people.orgChart.create(caller, input) }),
})
