import { type Static, Type } from 'typebox'
import { listOf } from '../../../foundation/http/envelope.ts'
import type { Operation } from '../../../foundation/http/operation.ts'
import { languages } from '../../../foundation/kit/languages.ts'
import { mailTimes, notificationKinds, userNotFound } from '../../../people/index.ts'
import { ListInput, queryErrors } from '../../../query/index.ts'
import { type Context, operation } from '../../operation.ts'
import { listResult, NoParams, Uuid } from '../../v1/schemas.ts'

const NotificationListInput = Type.Object({
  ...ListInput.properties,
  unread: Type.Optional(
    Type.Boolean({ description: 'True for unread notifications, false for read ones; both by default.' }),
  ),
  kind: Type.Optional(Type.Enum([...notificationKinds], { description: 'Kind of the notifications; any by default.' })),
})

/** A notification of a list: its id, and all fields or those that `fields` requests. */
const PartialNotification = Type.Object({ __id: Uuid }, { additionalProperties: true, title: 'PartialNotification' })

const listNotifications = operation({
  name: 'listNotifications',
  area: 'Management',
  methods: ['GET'],
  path: '/api/v1/notifications',
  summary: 'List notifications',
  description:
    'Returns the notifications of the caller, newest first. Fields of a notification are `kind`, `event`, `title`, ' +
    '`text`, `about` (the task, sheet, element, import or process instance to which it leads), `by` (the user who caused it), ' +
    '`createdAt` and `readAt`. Notifications are kept for a year.',
  right: 'user',
  params: NoParams,
  input: NotificationListInput,
  result: listResult(PartialNotification),
  errors: queryErrors,
  handle: async ({ input }, { caller, notifications }) => {
    const { unread, kind, ...list } = (input ?? {}) as Static<typeof NotificationListInput>
    const { items, total } = await notifications.list(caller, { unread, kind }, list)
    return listOf(items, total)
  },
})

const countUnreadNotifications = operation({
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

const maxIds = 1_000

const MarkInput = Type.Object({
  ids: Type.Optional(
    Type.Array(Uuid, {
      minItems: 1,
      maxItems: maxIds,
      description: 'Ids of the notifications; all notifications of the caller by default.',
    }),
  ),
})

const markNotificationsRead = operation({
  name: 'markNotificationsRead',
  area: 'Management',
  methods: ['POST'],
  path: '/api/v1/notifications/read',
  summary: 'Mark notifications as read',
  description:
    'Marks notifications of the caller as read: those in `ids`, or all. Ids of other notifications are ignored. ' +
    'Returns the number of notifications that were unread before. A digest leaves out what was read before it is sent.',
  right: 'user',
  params: NoParams,
  input: MarkInput,
  result: Type.Object({ marked: Type.Integer({ minimum: 0 }) }),
  errors: [],
  handle: async ({ input }, { caller, notifications }) => ({
    marked: await notifications.markRead(caller, input?.ids),
  }),
})

const Language = Type.Enum([...languages], { description: 'Language of notifications and mails.' })
const Mail = Type.Enum([...mailTimes], {
  description:
    'When mails are sent: at once, every full hour, every day at `dailyAt`, or never. A mail has all notifications since ' +
    'the mail before.',
})
const DailyAt = Type.String({
  pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$',
  description: 'Time of the daily mail in the time zone of the user, such as `09:00`.',
})
const timeZone = 'Time zone of the user, such as `Europe/Moscow`'
const channel = {
  inApp: Type.Boolean({ description: 'Whether notifications of the kind are in the list.' }),
  mail: Type.Boolean({ description: 'Whether notifications of the kind are in mails.' }),
}

const SettingsResult = Type.Object({
  settings: Type.Object(
    {
      language: Language,
      timeZone: Type.String({ description: `${timeZone}.` }),
      mail: Mail,
      dailyAt: DailyAt,
      kinds: Type.Object(Object.fromEntries(notificationKinds.map((kind) => [kind, Type.Object(channel)]))),
    },
    { title: 'NotificationSettings' },
  ),
})

const Channels = Type.Object({ inApp: Type.Optional(channel.inApp), mail: Type.Optional(channel.mail) })

const SettingsInput = Type.Object({
  language: Type.Optional(Language),
  timeZone: Type.Optional(
    Type.Union([Type.String({ minLength: 1, maxLength: 100 }), Type.Null()], {
      description: `${timeZone}; null for the time zone of the installation.`,
    }),
  ),
  mail: Type.Optional(Mail),
  dailyAt: Type.Optional(DailyAt),
  kinds: Type.Optional(
    Type.Object({
      task: Type.Optional(Channels),
      question: Type.Optional(Channels),
      deadline: Type.Optional(Channels),
      import: Type.Optional(Channels),
      job: Type.Optional(Channels),
      comment: Type.Optional(Channels),
      message: Type.Optional(Channels),
      system: Type.Optional(Channels),
    }),
  ),
})

const getNotificationSettings = operation({
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

const changeNotificationSettings = operation({
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

/** Operations of the management API on notifications. */
export const notificationOperations: readonly Operation<Context>[] = [
  listNotifications,
  countUnreadNotifications,
  markNotificationsRead,
  getNotificationSettings,
  changeNotificationSettings,
]
