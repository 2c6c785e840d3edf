import { Type } from 'typebox'
import { listOf } from '../../../foundation/http/envelope.ts'
import { ListInput, queryErrors } from '../../../query/index.ts'
import { operation } from '../../operation.ts'
import { listResult, NoParams, Uuid } from '../schemas.ts'

const FullName = Type.Object({ lastname: Type.String(), firstname: Type.String(), middlename: Type.String() })

/** A user of a list: the id, and all fields or those that `fields` requests. */
const PartialUser = Type.Object(
  {
    __id: Uuid,
    __name: Type.Optional(Type.String()),
    login: Type.Optional(Type.String()),
    email: Type.Optional(Type.String()),
    fullname: Type.Optional(FullName),
    displayedPosition: Type.Optional(Type.String()),
    groupIds: Type.Optional(Type.Array(Uuid)),
    osIds: Type.Optional(Type.Array(Uuid)),
  },
  { additionalProperties: true, title: 'PartialUser' },
)

export const listUsers = operation({
  name: 'listUsers',
  area: 'Users',
  methods: ['GET', 'POST'],
  path: '/pub/v1/user/list',
  summary: 'List users',
  description: 'Returns a page of the users of the installation.',
  right: 'user',
  params: NoParams,
  input: ListInput,
  result: listResult(PartialUser),
  errors: queryErrors,
  handle: async ({ input }, { caller, people }) => {
    const { items, total } = await people.users.list(caller, input)
    return listOf(items, total)
  },
})
