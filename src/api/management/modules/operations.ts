import { Type } from 'typebox'
import { listOf } from '../../../foundation/http/envelope.ts'
import type { Operation } from '../../../foundation/http/operation.ts'
import { moduleNotFound, moduleSettingMissing, moduleWrongSetting, settingTypes } from '../../../modules/index.ts'
import { type Context, operation } from '../../operation.ts'
import { listResult, NoParams, Uuid } from '../../v1/schemas.ts'

const ModuleView = Type.Object(
  {
    id: Uuid,
    code: Type.String(),
    name: Type.String(),
    kind: Type.Enum(['integration', 'telephony']),
    description: Type.String(),
    solution: Type.String({ description: 'Code of the solution that the module belongs to.' }),
    enabled: Type.Boolean({ description: 'Whether the module is on.' }),
    missingSettings: Type.Array(Type.String(), {
      description: 'Codes of the required settings without a value; the module is off while there are any.',
    }),
    settings: Type.Array(
      Type.Object({
        code: Type.String(),
        name: Type.String(),
        type: Type.Enum([...settingTypes]),
        description: Type.String(),
        required: Type.Boolean(),
        isSet: Type.Boolean({ description: 'Whether the setting has a value.' }),
        value: Type.Optional(
          Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Null()], {
            description: 'Value or default of the setting; absent for a secret.',
          }),
        ),
      }),
    ),
    activities: Type.Array(Type.Object({ code: Type.String(), name: Type.String(), description: Type.String() })),
  },
  { title: 'ModuleSettings' },
)

const ModuleCode = Type.Object({ code: Type.String({ description: 'Code of the module.' }) })

const listModuleSettings = operation({
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

const getModuleSettings = operation({
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

const changeModuleSettings = operation({
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

/** Operations of the management API on modules. */
export const moduleOperations: readonly Operation<Context>[] = [
  listModuleSettings,
  getModuleSettings,
  changeModuleSettings,
]
