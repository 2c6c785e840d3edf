import { listOf } from '../../../foundation/http/envelope.ts'
import { operation } from '../../operation.ts'
import { listResult, NoParams } from '../../v1/schemas.ts'
import { ModuleView } from './module-schemas.ts'

export const listModuleSettings = operation({
  name: 'listModuleSettings',
  area: 'Management',
  methods: ['GET'],
  path: '/api/v1/modules',
  summary: 'List modules with their settings',
  description: 'Returns all modules, ordered by code. The values of secrets are never part of an answer.',
  right: 'administrator',
  params: NoParams,
  result: listResult(ModuleView),
  handle: (_request, { modules }) => {
    const all = modules.list()
    return listOf(all, all.length)
  },
})
