import { Type } from 'typebox'
import { moduleNotFound } from '../../../../modules/index.ts'
import { operation } from '../../../operation.ts'
import { IdParams } from '../../schemas.ts'
import { ModuleSchema } from '../scheme-schemas.ts'

export const getModule = operation({
  name: 'getModule',
  area: 'Schemas',
  methods: ['GET'],
  path: '/pub/v1/scheme/modules/{id}',
  summary: 'Get a module schema',
  description: 'Returns a module by its id or code. Its settings are not part of the answer.',
  right: 'user',
  inLanguage: true,
  params: IdParams,
  result: Type.Object({ module: ModuleSchema }),
  errors: [moduleNotFound],
  handle: ({ params }, { modules }) => ({ module: modules.scheme.get(params.id) }),
})
