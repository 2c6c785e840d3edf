import { Type } from 'typebox'
import { namespaceNotFound } from '../../../../data/index.ts'
import { operation } from '../../../operation.ts'
import { NamespaceParams } from '../../schemas.ts'
import { Namespace } from '../scheme-schemas.ts'

export const getNamespace = operation({
  name: 'getNamespace',
  area: 'Schemas',
  methods: ['GET'],
  path: '/pub/v1/scheme/namespaces/{namespace}',
  summary: 'Get a namespace',
  description: 'Returns a namespace that the caller can see.',
  right: 'user',
  inLanguage: true,
  params: NamespaceParams,
  result: Type.Object({ namespace: Namespace }),
  errors: [namespaceNotFound],
  handle: ({ params }, { caller, apps }) => ({ namespace: apps.scheme.namespace(caller, params.namespace) }),
})
