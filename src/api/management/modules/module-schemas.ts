import { Type } from 'typebox'
import { settingTypes } from '../../../modules/index.ts'
import { Uuid } from '../../v1/schemas.ts'

export const ModuleView = Type.Object(
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

export const ModuleCode = Type.Object({ code: Type.String({ description: 'Code of the module.' }) })
