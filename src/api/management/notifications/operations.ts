import type { Operation } from '../../../foundation/http/operation.ts'
import type { Context } from '../../operation.ts'
import { changeNotificationSettings } from './change-notification-settings.ts'
import { countUnreadNotifications } from './count-unread-notifications.ts'
import { getNotificationSettings } from './get-notification-settings.ts'
import { listNotifications } from './list-notifications.ts'
import { markNotificationsRead } from './mark-notifications-read.ts'

/** Operations of the management API on notifications. */
export const notificationOperations: readonly Operation<Context>[] = [
  listNotifications,
  countUnreadNotifications,
  markNotificationsRead,
  getNotificationSettings,
  changeNotificationSettings,
]
