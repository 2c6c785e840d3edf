import { listOf } from '../../../../foundation/http/envelope.ts'
import { groupNotFound } from '../../../../people/index.ts'
import { queryErrors } from '../../../../query/index.ts'
import { operation } from '../../../operation.ts'
import { IdParams, listResult } from '../../schemas.ts'
import { EffectiveInput, Partly } from './group.ts'

export const listGroupUsers = operation({
  name: 'listGroupUsers',
  area: 'Groups',
  methods: ['GET'],
  path: '/pub/v1/scheme/groups/{id}/users',
  summary: 'List the users of a group',
  description:
    'Returns the users that the group contains directly; with `effective`, the users that are effectively in the ' +
    'group. The list is complete unless `size` is given.',
  right: 'user',
  params: IdParams,
  input: EffectiveInput,
  result: listResult(Partly),
  errors: [groupNotFound, ...queryErrors],
  handle: async ({ params, input }, { caller, apps, people }) => {
    const { items, total } = await people.groups.users(caller, params.id, input, apps.scheme.hiddenNamespaces(caller))
    return listOf(items, total)
  },
})
