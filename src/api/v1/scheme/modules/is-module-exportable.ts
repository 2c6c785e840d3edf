import { moduleNotFound } from '../../../../data/index.ts'
import { operation } from '../../../operation.ts'
import { IdParams } from '../../schemas.ts'
import { Exportable } from '../scheme-schemas.ts'

export const isModuleExportable = operation({
  name: 'isModuleExportable',
  area: 'Schemas',
  methods: ['GET'],
  path: '/pub/v1/scheme/modules/{id}/exportable',
  summary: 'Check whether a module is exportable',
  description: 'Always responds with 404, because modules do not exist yet.',
  right: 'user',
  params: IdParams,
  result: Exportable,
  errors: [moduleNotFound],
  handle: ({ params }, { apps }) => apps.scheme.module(params.id),
})
