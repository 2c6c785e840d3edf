import { Type } from 'typebox'
import { groupCodeTaken, groupNamespaceNotFound } from '../../../../people/index.ts'
import { operation } from '../../../operation.ts'
import { NamespaceParams } from '../../schemas.ts'
import { OneGroup } from './group.ts'

const GroupInput = Type.Object({
  __name: Type.String({ minLength: 1, maxLength: 200 }),
  code: Type.Optional(
    Type.String({
      pattern: '^[A-Za-z][A-Za-z0-9_-]{0,62}$',
      description: 'Code of the group; the id of the group by default.',
    }),
  ),
  description: Type.Optional(Type.String({ maxLength: 2000 })),
  isDefault: Type.Optional(Type.Boolean({ description: 'Whether the group contains every user.' })),
  isRole: Type.Optional(Type.Boolean({ description: 'Whether the group is a role.' })),
})

export const createGroup = operation({
  name: 'createGroup',
  area: 'Groups',
  methods: ['POST'],
  path: '/pub/v1/scheme/namespaces/{namespace}/groups',
  summary: 'Create a group',
  description: 'Creates the group in the given namespace, or in `global` when it belongs to none.',
  right: 'administrator',
  params: NamespaceParams,
  input: GroupInput,
  result: OneGroup,
  errors: [groupNamespaceNotFound, groupCodeTaken],
  idempotent: { again: async (_request, id, { people }) => ({ group: await people.groups.get(id) }) },
  handle: async ({ params, input }, { caller, people }) => ({
    group: await people.groups.create(caller, params.namespace, input),
  }),
})
