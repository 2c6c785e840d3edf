import { type Static, Type } from 'typebox'
import { listOf } from '../../../foundation/http/envelope.ts'
import { notificationKinds } from '../../../people/index.ts'
import { ListInput, queryErrors } from '../../../query/index.ts'
import { operation } from '../../operation.ts'
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

export const listNotifications = operation({
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
