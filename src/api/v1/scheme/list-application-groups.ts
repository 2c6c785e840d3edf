import { applicationNotFound } from '../../../apps/index.ts'
import { queryErrors } from '../../../query/index.ts'
import { operation } from '../../operation.ts'
import { AnyObject, ApplicationParams, listResult } from '../schemas.ts'
import { pageOf, SchemeListInput } from './scheme-list.ts'

export const listApplicationGroups = operation({
  name: 'listApplicationGroups',
  area: 'Metadata (schemas and groups)',
  methods: ['GET'],
  path: '/pub/v1/scheme/namespaces/{namespace}/apps/{code}/groups',
  summary: 'List group and role schemas of an application',
  description: 'Applications have no groups of their own yet: the list is empty.',
  right: 'user',
  params: ApplicationParams,
  input: SchemeListInput,
  result: listResult(AnyObject),
  errors: [...queryErrors, applicationNotFound],
  handle: ({ params, input }, { caller, apps }) => pageOf(apps.scheme.groups(caller, params), input),
})
