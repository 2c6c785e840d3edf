import { Type } from 'typebox'
import { groupInItself, groupIsSystem, groupNotFound, groupUnknownItem } from '../../../../people/index.ts'
import { operation } from '../../../operation.ts'
import { IdParams, Uuid } from '../../schemas.ts'
import { ItemIds } from './group.ts'

export const addGroupItems = operation({
  name: 'addGroupItems',
  area: 'Groups',
  methods: ['POST'],
  path: '/pub/v1/scheme/groups/{id}/add-items',
  summary: 'Add users, groups, positions and departments to a group',
  description: 'Adds all items or none. The response lists the items that were not in the group before.',
  right: 'administrator',
  params: IdParams,
  input: ItemIds,
  result: Type.Object({ addedItemIds: Type.Array(Uuid) }),
  errors: [groupNotFound, groupIsSystem, groupUnknownItem, groupInItself],
  handle: async ({ params, input }, { caller, people }) => ({
    addedItemIds: await people.groups.addItems(caller, params.id, input),
  }),
})
