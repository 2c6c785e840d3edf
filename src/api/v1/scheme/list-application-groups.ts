import { applicationNotFound } from '../../../apps/index.ts'
import { listOf } from '../../../http/envelope.ts'
import { ListInput, queryErrors } from '../../../query/index.ts'
import { operation } from '../../operation.ts'
import { ApplicationParams, listResult } from '../schemas.ts'
import { Partly } from './group.ts'

export const listApplicationGroups = operation({
  name: 'listApplicationGroups',
  area: 'Metadata (schemas and groups)',
  methods: ['GET'],
  path: '/pub/v1/scheme/namespaces/{namespace}/apps/{code}/groups',
  summary: 'List group and role schemas of an application',
  description: 'Those that its solution defines in its section. All of them, unless the list body says otherwise.',
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
