import { moduleNotFound } from '../../../apps/index.ts'
import { operation } from '../../operation.ts'
import { IdParams } from '../schemas.ts'
import { Exportable } from './scheme-schemas.ts'

export const isModuleExportable = operation({
  name: 'isModuleExportable',
  area: 'Metadata (schemas and groups)',
  methods: ['GET'],
  path: '/pub/v1/scheme/modules/{id}/exportable',
  summary: 'Whether a module is exportable, by id',
  description: 'There are no modules yet: every id is unknown.',
  right: 'user',
  params: IdParams,
  result: Exportable,
  errors: [moduleNotFound],
  handle: ({ params }, { apps }) => apps.scheme.module(params.id),
})
