import { namespaceNotFound } from '../../../../data/index.ts'
import { queryErrors } from '../../../../query/index.ts'
import { operation } from '../../../operation.ts'
import { AnyObject, listResult, NamespaceParams } from '../../schemas.ts'
import { pageOf, SchemeListInput } from '../scheme-list.ts'

export const listPages = operation({
  name: 'listPages',
  area: 'Schemas',
  methods: ['GET'],
  path: '/pub/v1/scheme/namespaces/{namespace}/pages',
  summary: 'List page schemas of a namespace',
  description: 'The list is empty, because pages do not exist yet.',
  right: 'user',
  params: NamespaceParams,
  input: SchemeListInput,
  result: listResult(AnyObject),
  errors: [...queryErrors, namespaceNotFound],
  handle: ({ params, input }, { caller, apps }) => pageOf(apps.scheme.pages(caller, params.namespace), input),
})
