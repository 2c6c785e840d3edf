import { applicationNotFound } from '../../../../data/index.ts'
import { operation } from '../../../operation.ts'
import { ApplicationParams } from '../../schemas.ts'
import { Exportable } from '../scheme-schemas.ts'

export const isApplicationExportable = operation({
  name: 'isApplicationExportable',
  area: 'Schemas',
  methods: ['GET'],
  path: '/pub/v1/scheme/namespaces/{namespace}/apps/{code}/exportable',
  summary: 'Check whether an application is exportable',
  description:
    'An application is exportable when everything that it refers to belongs to it, or to a solution on which its ' +
    'own solution depends. Otherwise `reasons` lists the references that prevent it.',
  right: 'user',
  params: ApplicationParams,
  result: Exportable,
  errors: [applicationNotFound],
  handle: ({ params }, { caller, apps }) => ({ ...apps.scheme.exportable.application(caller, params) }),
})
