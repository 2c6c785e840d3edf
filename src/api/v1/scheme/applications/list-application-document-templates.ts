import { applicationNotFound } from '../../../../data/index.ts'
import { queryErrors } from '../../../../query/index.ts'
import { operation } from '../../../operation.ts'
import { AnyObject, ApplicationParams, listResult } from '../../schemas.ts'
import { pageOf, SchemeListInput } from '../scheme-list.ts'

export const listApplicationDocumentTemplates = operation({
  name: 'listApplicationDocumentTemplates',
  area: 'Schemas',
  methods: ['GET'],
  path: '/pub/v1/scheme/namespaces/{namespace}/apps/{code}/doctemplates',
  summary: 'List document template schemas of an application',
  description: 'The list is empty, because document templates do not exist yet.',
  right: 'user',
  params: ApplicationParams,
  input: SchemeListInput,
  result: listResult(AnyObject),
  errors: [...queryErrors, applicationNotFound],
  handle: ({ params, input }, { caller, apps }) => pageOf(apps.scheme.documentTemplates(caller, params), input),
})
