import { Type } from 'typebox'
import { userNotFound } from '../../../people/index.ts'
import { operation } from '../../operation.ts'
import { NoParams } from '../../v1/schemas.ts'
import { UserSettings } from './user-settings.ts'

export const putMySettings = operation({
  name: 'putMySettings',
  area: 'Management',
  methods: ['PUT'],
  path: '/api/v1/me/settings',
  summary: 'Replace your own settings',
  description: 'Replaces language, time zone and looks of the console for the caller.',
  right: 'user',
  params: NoParams,
  input: UserSettings,
  result: Type.Object({ settings: UserSettings }),
  errors: [userNotFound],
  handle: async ({ input }, { caller, userSettings }) => ({ settings: await userSettings.put(caller, input) }),
})
