import { listOf } from '../../../foundation/http/envelope.ts'
import { ListInput, queryErrors } from '../../../query/index.ts'
import { operation } from '../../operation.ts'
import { listResult, NoParams } from '../schemas.ts'
import { marketingErrors, PartialSegment } from './marketing-schemas.ts'

export const listSegments = operation({
  name: 'listSegments',
  area: 'Marketing',
  methods: ['POST'],
  path: '/pub/v1/marketing/segment',
  summary: 'List segments',
  right: 'user',
  params: NoParams,
  input: ListInput,
  result: listResult(PartialSegment),
  errors: [...queryErrors, ...marketingErrors],
  handle: async ({ input }, { caller, apps }) => {
    const { items, total } = await apps.marketing.segments.list(caller, input)
    return listOf(items, total)
  },
})
