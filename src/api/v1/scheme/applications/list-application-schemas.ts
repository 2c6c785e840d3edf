import { namespaceNotFound } from '../../../../data/index.ts'
import { queryErrors } from '../../../../query/index.ts'
import { operation } from '../../../operation.ts'
import { listResult, NamespaceParams } from '../../schemas.ts'
import { pageOf, SchemeListInput } from '../scheme-list.ts'
import { ApplicationSchema } from '../scheme-schemas.ts'

export const listApplicationSchemas = operation({
  name: 'listApplicationSchemas',
  area: 'Schemas',
  methods: ['GET'],
  path: '/pub/v1/scheme/namespaces/{namespace}/apps',
  summary: 'List application schemas of a namespace',
  description: 'Returns the complete schemas, ordered by code.',
  right: 'user',
  inLanguage: true,
  params: NamespaceParams,
  input: SchemeListInput,
  result: listResult(ApplicationSchema),
  errors: [...queryErrors, namespaceNotFound],
  handle: ({ params, input }, { caller, apps }) => pageOf(apps.scheme.applications(caller, params.namespace), input),
})
