import { errorKind } from '../foundation/kit/errors.ts'

export const moduleNotFound = errorKind('module.not_found', 404, 'There is no module with this code or id.')
export const moduleOff = errorKind(
  'module.off',
  400,
  'The module is switched off, or a required setting has no value. An administrator can change both.',
)
export const moduleWrongSetting = errorKind(
  'module.wrong_setting',
  400,
  'The module has no such setting, or the value does not fit the type of the setting. `field` names the setting.',
)
export const moduleSettingMissing = errorKind(
  'module.setting_missing',
  400,
  'A setting of the module that is needed has no value. `field` names the setting.',
)
export const moduleActivityNotFound = errorKind(
  'module.activity_not_found',
  404,
  'The module has no activity with this code.',
)
export const notTelephony = errorKind(
  'telephony.wrong_module',
  400,
  'The module is not of the kind "telephony", so it has no extensions.',
)
export const wrongExtension = errorKind(
  'telephony.wrong_extension',
  400,
  'An extension is not a telephone number, or occurs twice. `field` names the row.',
)
export const wrongBindingUser = errorKind(
  'telephony.wrong_user',
  400,
  'A binding names a user who does not exist or is blocked. `field` names the row.',
)
