import { namespaceNotFound } from '../../../../data/index.ts'
import { queryErrors } from '../../../../query/index.ts'
import { operation } from '../../../operation.ts'
import { AnyObject, listResult } from '../../schemas.ts'
import { pageOf, SchemeListInput } from '../scheme-list.ts'
import { NamespaceParams } from '../scheme-schemas.ts'

export const listDocumentTemplates = operation({
  name: 'listDocumentTemplates',
  area: 'Schemas',
  methods: ['GET'],
  path: '/pub/v1/scheme/namespaces/{namespace}/doctemplates',
  summary: 'List document template schemas of a namespace',
  description: 'The list is empty, because document templates do not exist yet.',
  right: 'user',
  params: NamespaceParams,
  input: SchemeListInput,
  result: listResult(AnyObject),
  errors: [...queryErrors, namespaceNotFound],
  handle: ({ params, input }, { caller, apps }) =>
    pageOf(apps.scheme.namespaceDocumentTemplates(caller, params.namespace), input),
})
