import { groupInUse, groupIsSystem, groupNotFound, groupOfSolution } from '../../../../people/index.ts'
import { operation } from '../../../operation.ts'
import { IdParams, Nothing } from '../../schemas.ts'

export const deleteGroup = operation({
  name: 'deleteGroup',
  area: 'Groups',
  methods: ['DELETE'],
  path: '/pub/v1/scheme/groups/{id}',
  summary: 'Delete a group',
  description:
    'A group cannot be deleted while another group contains it or access rules refer to it; the error lists these ' +
    'in `uses`. A group that belongs to a solution cannot be deleted either.',
  right: 'administrator',
  params: IdParams,
  result: Nothing,
  errors: [groupNotFound, groupIsSystem, groupOfSolution, groupInUse],
  handle: async ({ params }, { caller, people, apps }) => {
    await people.groups.remove(caller, params.id, apps.access.usesOf)
    return {}
  },
})
