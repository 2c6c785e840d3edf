import { Type } from 'typebox'
import { moduleNotFound } from '../../../modules/index.ts'
import { operation } from '../../operation.ts'
import { ModuleCode, ModuleView } from './module-schemas.ts'

export const getModuleSettings = operation({
  name: 'getModuleSettings',
  area: 'Management',
  methods: ['GET'],
  path: '/api/v1/modules/{code}',
  summary: 'Get a module with its settings',
  description: 'The values of secrets are never part of an answer.',
  right: 'administrator',
  params: ModuleCode,
  result: Type.Object({ module: ModuleView }),
  errors: [moduleNotFound],
  handle: ({ params }, { modules }) => ({ module: modules.get(params.code) }),
})
