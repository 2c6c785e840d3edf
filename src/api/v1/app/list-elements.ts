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
  description:
    'Returns a page of the elements that the caller can see, with the fields that the caller can read. Accepts filters, a search text, sorting, eager loading and pages.',
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
