import { Type } from 'typebox'
import { groupIsSystem, groupNotFound } from '../../../../people/index.ts'
import { operation } from '../../../operation.ts'
import { IdParams } from '../../schemas.ts'
import { OneGroup } from './group.ts'

const GroupUpdate = Type.Object({
  __name: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
  description: Type.Optional(Type.String({ maxLength: 2000 })),
  isDefault: Type.Optional(Type.Boolean({ description: 'Whether the group contains every user.' })),
})

export const updateGroup = operation({
  name: 'updateGroup',
  area: 'Groups',
  methods: ['PUT'],
  path: '/pub/v1/scheme/groups/{id}',
  summary: 'Update a group',
  description: 'Changes only the given fields.',
  right: 'administrator',
  params: IdParams,
  input: GroupUpdate,
  result: OneGroup,
  errors: [groupNotFound, groupIsSystem],
  handle: async ({ params, input }, { caller, people }) => ({
    group: await people.groups.update(caller, params.id, input),
  }),
})
