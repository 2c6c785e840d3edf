import { applicationNotFound } from '../../../apps/index.ts'
import { operation } from '../../operation.ts'
import { ApplicationParams } from '../schemas.ts'
import { Exportable } from './scheme-schemas.ts'

export const isApplicationExportable = operation({
  name: 'isApplicationExportable',
  area: 'Metadata (schemas and groups)',
  methods: ['GET'],
  path: '/pub/v1/scheme/namespaces/{namespace}/apps/{code}/exportable',
  summary: 'Whether an application is exportable, by code',
  description:
    'True when everything that it refers to is itself, or in a solution that its own depends on; else `reasons` has what is not.',
  right: 'user',
  params: ApplicationParams,
  result: Exportable,
  errors: [applicationNotFound],
  handle: ({ params }, { caller, apps }) => ({ ...apps.scheme.exportable.application(caller, params) }),
})
