import { userNotFound } from '../../../people/index.ts'
import { operation } from '../../operation.ts'
import { NoParams } from '../../v1/schemas.ts'
import { SettingsInput, SettingsResult } from './notification-settings.ts'

export const changeNotificationSettings = operation({
  name: 'changeNotificationSettings',
  area: 'Management',
  methods: ['PATCH'],
  path: '/api/v1/notifications/settings',
  summary: 'Change notification settings',
  description:
    'Changes the settings of the caller; settings that the body lacks stay unchanged. Notifications that were written ' +
    'before keep their language. `mail: never` also stops mails that are waiting.',
  right: 'user',
  params: NoParams,
  input: SettingsInput,
  result: SettingsResult,
  errors: [userNotFound],
  handle: async ({ input }, { caller, notifications }) => ({
    settings: await notifications.changeSettings(caller, input ?? {}),
  }),
})
