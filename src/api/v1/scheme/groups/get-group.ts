import { groupNotFound } from '../../../../people/index.ts'
import { operation } from '../../../operation.ts'
import { IdParams } from '../../schemas.ts'
import { OneGroup } from './group.ts'

export const getGroup = operation({
  name: 'getGroup',
  area: 'Groups',
  methods: ['GET'],
  path: '/pub/v1/scheme/groups/{id}',
  summary: 'Get a group',
  description: 'Returns a group of a namespace that the caller can see.',
  right: 'user',
  params: IdParams,
  result: OneGroup,
  errors: [groupNotFound],
  handle: async ({ params }, { caller, apps, people }) => ({
    group: await people.groups.get(params.id, apps.scheme.hiddenNamespaces(caller)),
  }),
})
