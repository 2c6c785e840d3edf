import { applicationNotFound } from '../../../../data/index.ts'
import { queryErrors } from '../../../../query/index.ts'
import { operation } from '../../../operation.ts'
import { AnyObject, ApplicationParams, listResult } from '../../schemas.ts'
import { pageOf, SchemeListInput } from '../scheme-list.ts'

export const listApplicationProcesses = operation({
  name: 'listApplicationProcesses',
  area: 'Schemas',
  methods: ['GET'],
  path: '/pub/v1/scheme/namespaces/{namespace}/apps/{code}/processes',
  summary: 'List process template schemas of an application',
  description: 'The list is empty, because processes do not exist yet.',
  right: 'user',
  params: ApplicationParams,
  input: SchemeListInput,
  result: listResult(AnyObject),
  errors: [...queryErrors, applicationNotFound],
  handle: ({ params, input }, { caller, apps }) => pageOf(apps.scheme.processes(caller, params), input),
})
