import { applicationNotFound } from '../../../../data/index.ts'
import { queryErrors } from '../../../../query/index.ts'
import { operation } from '../../../operation.ts'
import { ApplicationParams, listResult } from '../../schemas.ts'
import { pageOf, SchemeListInput } from '../scheme-list.ts'
import { ProcessRow } from '../scheme-schemas.ts'

export const listApplicationProcesses = operation({
  name: 'listApplicationProcesses',
  area: 'Schemas',
  methods: ['GET'],
  path: '/pub/v1/scheme/namespaces/{namespace}/apps/{code}/processes',
  summary: 'List process template schemas of an application',
  description: 'Returns the templates of the application that the caller may start or view.',
  right: 'user',
  inLanguage: true,
  params: ApplicationParams,
  input: SchemeListInput,
  result: listResult(ProcessRow),
  errors: [...queryErrors, applicationNotFound],
  handle: async ({ params, input }, { caller, processes }) =>
    pageOf(await processes.scheme.list(caller, `${params.namespace}.${params.code}`), input),
})
