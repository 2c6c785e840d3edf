import { applicationNotFound } from '../../../../data/index.ts'
import { listOf } from '../../../../foundation/http/envelope.ts'
import { ListInput, queryErrors } from '../../../../query/index.ts'
import { operation } from '../../../operation.ts'
import { ApplicationParams, listResult } from '../../schemas.ts'
import { Partly } from '../groups/group.ts'

export const listApplicationGroups = operation({
  name: 'listApplicationGroups',
  area: 'Schemas',
  methods: ['GET'],
  path: '/pub/v1/scheme/namespaces/{namespace}/apps/{code}/groups',
  summary: 'List groups and roles of an application',
  description:
    'Returns the groups and roles that the solution of the application defines in its namespace. The list is ' +
    'complete unless `size` is given.',
  right: 'user',
  params: ApplicationParams,
  input: ListInput,
  result: listResult(Partly),
  errors: [...queryErrors, applicationNotFound],
  handle: async ({ params, input }, { caller, apps, people }) => {
    const paths = apps.scheme.groups(caller, params)
    const { items, total } = await people.groups.ofPaths(caller, paths, input)
    return listOf(items, total)
  },
})
