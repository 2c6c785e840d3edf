import { applicationNotFound } from '../../../../data/index.ts'
import { queryErrors } from '../../../../query/index.ts'
import { operation } from '../../../operation.ts'
import { ApplicationParams, listResult } from '../../schemas.ts'
import { pageOf, SchemeListInput } from '../scheme-list.ts'
import { DocumentTemplateRow } from '../scheme-schemas.ts'

export const listApplicationDocumentTemplates = operation({
  name: 'listApplicationDocumentTemplates',
  area: 'Schemas',
  methods: ['GET'],
  path: '/pub/v1/scheme/namespaces/{namespace}/apps/{code}/doctemplates',
  summary: 'List document template schemas of an application',
  description: 'Returns the document templates of an application that the caller can see.',
  right: 'user',
  params: ApplicationParams,
  input: SchemeListInput,
  result: listResult(DocumentTemplateRow),
  errors: [...queryErrors, applicationNotFound],
  handle: ({ params, input }, { caller, documentTemplates }) =>
    pageOf(documentTemplates.scheme.ofApplication(caller, params), input),
})
