import { Type } from 'typebox'
import { groupIsSystem, groupNotFound, groupUnknownItem } from '../../../../people/index.ts'
import { operation } from '../../../operation.ts'
import { IdParams, Uuid } from '../../schemas.ts'
import { ItemIds } from './group.ts'

export const removeGroupItems = operation({
  name: 'removeGroupItems',
  area: 'Groups',
  methods: ['POST'],
  path: '/pub/v1/scheme/groups/{id}/remove-items',
  summary: 'Remove users, groups, positions and departments from a group',
  description: 'Removes all items or none. The response lists the items that were in the group.',
  right: 'administrator',
  params: IdParams,
  input: ItemIds,
  result: Type.Object({ removedItemIds: Type.Array(Uuid) }),
  errors: [groupNotFound, groupIsSystem, groupUnknownItem],
  handle: async ({ params, input }, { caller, people }) => ({
    removedItemIds: await people.groups.removeItems(caller, params.id, input),
  }),
})
