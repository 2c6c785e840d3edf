import { listOf } from '../../../../foundation/http/envelope.ts'
import { groupNotFound } from '../../../../people/index.ts'
import { queryErrors } from '../../../../query/index.ts'
import { operation } from '../../../operation.ts'
import { IdParams, listResult } from '../../schemas.ts'
import { Partly, RecursiveInput } from './group.ts'

export const listParentGroups = operation({
  name: 'listParentGroups',
  area: 'Groups',
  methods: ['GET'],
  path: '/pub/v1/scheme/groups/{id}/parent-groups',
  summary: 'List the groups that contain a group',
  description:
    'Returns the groups that contain the group directly; with `recursive`, groups at all levels. The list is ' +
    'complete unless `size` is given.',
  right: 'user',
  params: IdParams,
  input: RecursiveInput,
  result: listResult(Partly),
  errors: [groupNotFound, ...queryErrors],
  handle: async ({ params, input }, { caller, apps, people }) => {
    const { items, total } = await people.groups.parents(caller, params.id, input, apps.scheme.hiddenNamespaces(caller))
    return listOf(items, total)
  },
})
