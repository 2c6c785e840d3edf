import { Type } from 'typebox'
import { listOf } from '../../../foundation/http/envelope.ts'
import { moduleNotFound, moduleSettingMissing, moduleWrongSetting } from '../../../modules/index.ts'
import { operation } from '../../operation.ts'
import { listResult, NoParams } from '../../v1/schemas.ts'
import { ModuleCode, ModuleView } from './module-schemas.ts'

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

export const changeModuleSettings = operation({
  name: 'changeModuleSettings',
  area: 'Management',
  methods: ['PATCH'],
  path: '/api/v1/modules/{code}',
  summary: 'Change a module',
  description:
    'Switches the module on or off and changes its settings. Settings that are left out keep their values; null removes ' +
    'a value. Secrets are stored encrypted and never returned.',
  right: 'administrator',
  params: ModuleCode,
  input: Type.Object({
    enabled: Type.Optional(Type.Boolean({ description: 'Whether the module is switched on.' })),
    settings: Type.Optional(
      Type.Record(Type.String(), Type.Unknown(), {
        description: 'New values of settings by code; null removes a value.',
      }),
    ),
  }),
  result: Type.Object({ module: ModuleView }),
  errors: [moduleNotFound, moduleWrongSetting, moduleSettingMissing],
  handle: async ({ params, input }, { caller, modules }) => ({
    module: await modules.change(caller, params.code, input),
  }),
})
