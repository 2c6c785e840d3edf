import { listOf } from '../../../../foundation/http/envelope.ts'
import { groupNotFound } from '../../../../people/index.ts'
import { queryErrors } from '../../../../query/index.ts'
import { operation } from '../../../operation.ts'
import { IdParams, listResult } from '../../schemas.ts'
import { EffectiveInput, Partly } from './group.ts'

export const listGroupPositions = operation({
  name: 'listGroupPositions',
  area: 'Groups',
  methods: ['GET'],
  path: '/pub/v1/scheme/groups/{id}/positions',
  summary: 'List the positions of a group',
  description:
    'Returns the positions that the group contains directly; with `effective`, also those through sub-groups and ' +
    'departments. The list is complete unless `size` is given.',
  right: 'user',
  params: IdParams,
  input: EffectiveInput,
  result: listResult(Partly),
  errors: [groupNotFound, ...queryErrors],
  handle: async ({ params, input }, { caller, apps, people }) => {
    const { items, total } = await people.groups.positions(
      caller,
      params.id,
      input,
      apps.scheme.hiddenNamespaces(caller),
    )
    return listOf(items, total)
  },
})
