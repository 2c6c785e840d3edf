import { namespaceNotFound } from '../../../../data/index.ts'
import { queryErrors } from '../../../../query/index.ts'
import { operation } from '../../../operation.ts'
import { listResult, NamespaceParams } from '../../schemas.ts'
import { pageOf, SchemeListInput } from '../scheme-list.ts'
import { DocumentTemplateRow } from '../scheme-schemas.ts'

export const listDocumentTemplates = operation({
  name: 'listDocumentTemplates',
  area: 'Schemas',
  methods: ['GET'],
  path: '/pub/v1/scheme/namespaces/{namespace}/doctemplates',
  summary: 'List document template schemas of a namespace',
  description: 'Returns the templates of the namespace and of its applications.',
  right: 'user',
  params: NamespaceParams,
  input: SchemeListInput,
  result: listResult(DocumentTemplateRow),
  errors: [...queryErrors, namespaceNotFound],
  handle: ({ params, input }, { caller, documentTemplates }) =>
    pageOf(documentTemplates.scheme.ofNamespace(caller, params.namespace), input),
})
