import { Type } from 'typebox'
import { moduleNotFound, moduleSettingMissing, moduleWrongSetting } from '../../../modules/index.ts'
import { operation } from '../../operation.ts'
import { ModuleCode, ModuleView } from './module-schemas.ts'

export const changeModule = operation({
  name: 'changeModule',
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
