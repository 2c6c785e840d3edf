import { Type } from 'typebox'
import { listOf } from '../../../foundation/http/envelope.ts'
import { ListInput, queryErrors } from '../../../query/index.ts'
import { operation } from '../../operation.ts'
import { listResult, NoParams, Uuid } from '../schemas.ts'

const FullName = Type.Object({ lastname: Type.String(), firstname: Type.String(), middlename: Type.String() })

const UserView = Type.Object(
  {
    __id: Uuid,
    __name: Type.String(),
    login: Type.String(),
    email: Type.String(),
    fullname: FullName,
    displayedPosition: Type.String(),
    groupIds: Type.Array(Uuid),
    osIds: Type.Array(Uuid),
  },
  { additionalProperties: true, title: 'User' },
)

export const listUsers = operation({
  name: 'listUsers',
  area: 'Users',
  methods: ['GET', 'POST'],
  path: '/pub/v1/user/list',
  summary: 'List users',
  right: 'user',
  params: NoParams,
  input: ListInput,
  result: listResult(UserView),
  errors: queryErrors,
  handle: async ({ input }, { caller, people }) => {
    const { items, total } = await people.users.list(caller, input)
    return listOf(items, total)
  },
})
