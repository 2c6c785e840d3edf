import { Type } from 'typebox'
import { operation } from '../../operation.ts'
import { NoParams, Uuid } from '../../v1/schemas.ts'

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

export const markNotificationsRead = operation({
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
