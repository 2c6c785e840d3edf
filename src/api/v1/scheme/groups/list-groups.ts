import { listOf } from '../../../../foundation/http/envelope.ts'
import { ListInput, queryErrors } from '../../../../query/index.ts'
import { operation } from '../../../operation.ts'
import { listResult, NoParams } from '../../schemas.ts'
import { Partly } from './group.ts'

export const listGroups = operation({
  name: 'listGroups',
  area: 'Groups',
  methods: ['GET', 'POST'],
  path: '/pub/v1/scheme/groups/list',
  summary: 'List groups',
  description:
    'The filter can use any field of a group, such as code, name, namespace or kind (`group`, `role`). `userId` in ' +
    'the filter finds the groups that contain the user, also through positions, departments and sub-groups.',
  right: 'user',
  params: NoParams,
  input: ListInput,
  result: listResult(Partly),
  errors: queryErrors,
  handle: async ({ input }, { caller, apps, people }) => {
    const { items, total } = await people.groups.list(caller, input, apps.scheme.hiddenNamespaces(caller))
    return listOf(items, total)
  },
})
