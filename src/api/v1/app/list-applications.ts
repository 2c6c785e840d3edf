import { Type } from 'typebox'
import { listOf } from '../../../foundation/http/envelope.ts'
import { ListInput, queryErrors } from '../../../query/index.ts'
import { operation } from '../../operation.ts'
import { listResult, NoParams, Uuid } from '../schemas.ts'

const ApplicationView = Type.Object(
  {
    __id: Uuid,
    namespace: Type.String(),
    code: Type.String(),
    name: Type.String(),
    sectionName: Type.String(),
    type: Type.String(),
    __deletedAt: Type.Null(),
  },
  { additionalProperties: true, title: 'Application' },
)

export const listApplications = operation({
  name: 'listApplications',
  area: 'Applications',
  methods: ['GET'],
  path: '/pub/v1/app/list',
  summary: 'List applications',
  description: 'Returns the applications that the caller can see. Accepts filters, sorting and pages like other lists.',
  right: 'user',
  params: NoParams,
  input: ListInput,
  result: listResult(ApplicationView),
  errors: queryErrors,
  handle: async ({ input }, { caller, apps }) => {
    const { items, total } = await apps.applications.list(caller, input)
    return listOf(items, total)
  },
})
