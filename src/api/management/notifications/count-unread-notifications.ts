import { Type } from 'typebox'
import { operation } from '../../operation.ts'
import { NoParams } from '../../v1/schemas.ts'

export const countUnreadNotifications = operation({
  name: 'countUnreadNotifications',
  area: 'Management',
  methods: ['GET'],
  path: '/api/v1/notifications/unread-count',
  summary: 'Count unread notifications',
  description: 'Returns the number of unread notifications of the caller.',
  right: 'user',
  params: NoParams,
  result: Type.Object({ count: Type.Integer({ minimum: 0 }) }),
  errors: [],
  handle: async (_request, { caller, notifications }) => ({ count: await notifications.countUnread(caller) }),
})
