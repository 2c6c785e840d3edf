import { namespaceNotFound } from '../../../apps/index.ts'
import { operation } from '../../operation.ts'
import { CodeParams, Exportable } from './scheme-schemas.ts'

export const isNamespaceExportable = operation({
  name: 'isNamespaceExportable',
  area: 'Metadata (schemas and groups)',
  methods: ['GET'],
  path: '/pub/v1/scheme/namespaces/{code}/exportable',
  summary: 'Whether a namespace is exportable, by code',
  description:
    'True when everything that its applications refer to is in it, or in a solution that theirs depends on; else `reasons` has what is not.',
  right: 'user',
  params: CodeParams,
  result: Exportable,
  errors: [namespaceNotFound],
  handle: ({ params }, { caller, apps }) => ({ ...apps.scheme.exportable.namespace(caller, params.code) }),
})
