import { Type } from 'typebox'
import { operation } from '../../operation.ts'
import { NoParams, orNull, Uuid } from '../../v1/schemas.ts'

export const getMe = operation({
  name: 'getMe',
  area: 'Management',
  methods: ['GET'],
  path: '/api/v1/me',
  summary: 'Get the current user',
  description:
    'Returns the user of the session or token with all groups that effectively contain the user, including default ' +
    'groups and groups through positions.',
  right: 'user',
  params: NoParams,
  result: Type.Object({
    user: Type.Object({
      id: Uuid,
      login: Type.String(),
      email: orNull(Type.String()),
      lastname: Type.String(),
      firstname: Type.String(),
      middlename: Type.String(),
      position: orNull(Type.String()),
    }),
    administrator: Type.Boolean(),
    groups: Type.Array(Type.Object({ id: Uuid, namespace: Type.String(), code: Type.String(), name: Type.String() })),
  }),
  handle: async (_request, { caller, people }) => ({ ...(await people.me(caller)) }),
})
