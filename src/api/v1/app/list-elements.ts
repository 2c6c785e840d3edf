import { applicationNotFound, unknownStatus, unknownStatusGroup } from '../../../data/index.ts'
import { listOf } from '../../../foundation/http/envelope.ts'
import { ListInput, queryErrors } from '../../../query/index.ts'
import { operation } from '../../operation.ts'
import { ApplicationParams, listResult, PartialElement } from '../schemas.ts'

export const listElements = operation({
  name: 'listElements',
  area: 'Applications',
  methods: ['GET', 'POST'],
  path: '/pub/v1/app/{namespace}/{code}/list',
  summary: 'List the elements of an application',
  right: 'user',
  params: ApplicationParams,
  input: ListInput,
  result: listResult(PartialElement),
  errors: [applicationNotFound, unknownStatus, unknownStatusGroup, ...queryErrors],
  handle: async ({ params, input }, { caller, apps }) => {
    const { items, total } = await apps.elements.list(caller, params, input)
    return listOf(items, total)
  },
})
