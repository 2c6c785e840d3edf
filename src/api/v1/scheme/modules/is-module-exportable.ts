import { moduleNotFound } from '../../../../modules/index.ts'
import { operation } from '../../../operation.ts'
import { IdParams } from '../../schemas.ts'
import { Exportable } from '../scheme-schemas.ts'

export const isModuleExportable = operation({
  name: 'isModuleExportable',
  area: 'Schemas',
  methods: ['GET'],
  path: '/pub/v1/scheme/modules/{id}/exportable',
  summary: 'Check whether a module is exportable',
  description:
    'A module refers to no other definition, so every module is exportable. Values of its settings are never exported.',
  right: 'user',
  params: IdParams,
  result: Exportable,
  errors: [moduleNotFound],
  handle({ params }, { modules }) {
    modules.scheme.get(params.id)
    return { exportable: true, reasons: [] }
  },
})
