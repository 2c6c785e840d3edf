import { userNotFound } from '../../../people/index.ts'
import { operation } from '../../operation.ts'
import { NoParams } from '../../v1/schemas.ts'
import { SettingsResult } from './notification-settings.ts'

export const getNotificationSettings = operation({
  name: 'getNotificationSettings',
  area: 'Management',
  methods: ['GET'],
  path: '/api/v1/notifications/settings',
  summary: 'Get notification settings',
  description: 'Returns the notification settings of the caller: channels, times and language.',
  right: 'user',
  params: NoParams,
  result: SettingsResult,
  errors: [userNotFound],
  handle: async (_request, { caller, notifications }) => ({ settings: await notifications.settings(caller) }),
})
