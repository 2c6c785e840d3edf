import { namespaceNotFound } from '../../../../data/index.ts'
import { operation } from '../../../operation.ts'
import { CodeParams } from '../../schemas.ts'
import { Exportable } from '../scheme-schemas.ts'

export const isNamespaceExportable = operation({
  name: 'isNamespaceExportable',
  area: 'Schemas',
  methods: ['GET'],
  path: '/pub/v1/scheme/namespaces/{code}/exportable',
  summary: 'Check whether a namespace is exportable',
  description:
    'A namespace is exportable when everything that its applications refer to belongs to the namespace, or to a ' +
    'solution on which their solution depends. Otherwise `reasons` lists the references that prevent it.',
  right: 'user',
  params: CodeParams,
  result: Exportable,
  errors: [namespaceNotFound],
  handle: ({ params }, { caller, apps }) => ({ ...apps.scheme.exportable.namespace(caller, params.code) }),
})
