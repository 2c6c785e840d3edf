import { Type } from 'typebox'
import { userNotFound } from '../../../people/index.ts'
import { operation } from '../../operation.ts'
import { NoParams } from '../../v1/schemas.ts'
import { UserSettings } from './user-settings.ts'

export const getMySettings = operation({
  name: 'getMySettings',
  area: 'Management',
  methods: ['GET'],
  path: '/api/v1/me/settings',
  summary: 'Get your own settings',
  description:
    'Returns language, time zone and looks of the console for the caller. The settings of notifications are at ' +
    '/api/v1/notifications/settings; language and time zone are the same in both.',
  right: 'user',
  params: NoParams,
  result: Type.Object({ settings: UserSettings }),
  errors: [userNotFound],
  handle: async (_request, { caller, userSettings }) => ({ settings: await userSettings.get(caller) }),
})
