import { groupInUse, groupIsSystem, groupNotFound } from '../../../people/index.ts'
import { operation } from '../../operation.ts'
import { Nothing } from '../schemas.ts'
import { GroupParams } from './group.ts'

export const deleteGroup = operation({
  name: 'deleteGroup',
  area: 'Groups',
  methods: ['DELETE'],
  path: '/pub/v1/scheme/groups/{id}',
  summary: 'Delete a group',
  description: 'Refused while another group contains it; `uses` of the refusal names these.',
  right: 'administrator',
  params: GroupParams,
  result: Nothing,
  errors: [groupNotFound, groupIsSystem, groupInUse],
  handle: async ({ params }, { caller, people }) => {
    await people.groups.remove(caller, params.id)
    return {}
  },
})
