import { type Static, Type } from 'typebox'
import { codePattern } from '../../foundation/kit/codes.ts'
import { title } from '../../solutions/index.ts'

export const settingTypes = ['string', 'number', 'boolean', 'url', 'secret'] as const
export type SettingType = (typeof settingTypes)[number]
export type SettingValue = string | number | boolean

const code = (description: string) => Type.String({ pattern: `^${codePattern}$`, maxLength: 63, description })
const text = (maxLength: number, description: string) => Type.Optional(Type.String({ maxLength, description }))

const Setting = Type.Object(
  {
    code: code('Code of the setting.'),
    name: title('Title of the setting.'),
    type: Type.Enum([...settingTypes], {
      description: 'Type of the value. Values of the type `secret` are stored encrypted and never shown.',
    }),
    required: Type.Optional(Type.Boolean({ description: 'Whether the module is off while the setting has no value.' })),
    default: Type.Optional(
      Type.Union([Type.String({ maxLength: 4096 }), Type.Number(), Type.Boolean()], {
        description: 'Value until an administrator sets another one; not for secrets.',
      }),
    ),
    description: text(2000, 'Purpose of the setting.'),
  },
  { additionalProperties: false },
)

const Activity = Type.Object(
  {
    code: code('Code of the activity; processes name it as MODULE.CODE.'),
    name: title('Title of the activity.'),
    description: text(2000, 'Purpose of the activity.'),
    url: Type.String({
      minLength: 1,
      maxLength: 2000,
      description: 'Address that the request is sent to. `{setting}` stands for the value of a setting.',
    }),
    headers: Type.Optional(
      Type.Record(Type.String({ pattern: '^[A-Za-z0-9-]{1,100}$' }), Type.String({ maxLength: 2000 }), {
        maxProperties: 20,
        description: 'Headers of the request. `{setting}` stands for the value of a setting, also of a secret.',
      }),
    ),
    signature: Type.Optional(code('Secret setting that signs the request.')),
  },
  { additionalProperties: false },
)

/** The schema of a file `module.yaml`. */
export const ModuleFile = Type.Object(
  {
    name: title('Title of the module.'),
    kind: Type.Optional(
      Type.Enum(['integration', 'telephony'], { description: 'Kind of the module; `integration` by default.' }),
    ),
    enabled: Type.Optional(
      Type.Boolean({ description: 'Whether the module is on until an administrator decides; true by default.' }),
    ),
    summary: text(200, 'Purpose of the module in one line.'),
    description: text(10_000, 'Description of the module.'),
    help: text(10_000, 'Help for administrators.'),
    author: text(200, 'Author of the module.'),
    website: text(500, 'Address of the website of the module.'),
    language: text(20, 'Language of the texts of the module, such as en.'),
    settings: Type.Optional(Type.Array(Setting, { maxItems: 100, description: 'Settings of the module.' })),
    activities: Type.Optional(
      Type.Array(Activity, { maxItems: 100, description: 'Delegated activities that processes can use.' }),
    ),
  },
  { additionalProperties: false, title: 'Chancery: module.yaml' },
)
export type ModuleFile = Static<typeof ModuleFile>
