import { Type } from 'typebox'
import { lastAdministrator, loginTaken, userNotFound } from '../../../people/index.ts'
import { operation } from '../../operation.ts'
import { IdParams, Nothing, orNull } from '../../v1/schemas.ts'

const Name = Type.String({ maxLength: 200 })
const UserChange = Type.Object({
  login: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
  email: Type.Optional(orNull(Type.String({ maxLength: 320 }))),
  lastname: Type.Optional(Name),
  firstname: Type.Optional(Name),
  middlename: Type.Optional(Name),
  position: Type.Optional(orNull(Name)),
  administrator: Type.Optional(Type.Boolean()),
  status: Type.Optional(Type.Enum(['invited', 'active', 'blocked'])),
})

export const changeUser = operation({
  name: 'changeUser',
  area: 'Management',
  methods: ['PATCH'],
  path: '/api/v1/users/{id}',
  summary: 'Update a user',
  description:
    'Changes only the given fields. When a user is blocked or stops being an administrator, every node refuses the ' +
    'user within a second. Tokens of a blocked user work again when the user is active again.',
  right: 'administrator',
  params: IdParams,
  input: UserChange,
  result: Nothing,
  errors: [userNotFound, loginTaken, lastAdministrator],
  handle: async ({ params, input }, { caller, people }) => {
    await people.changeUser(caller, params.id, input)
    return {}
  },
})
