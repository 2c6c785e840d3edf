import { applicationNotFound, segmentNotFound } from '../../../data/index.ts'
import { listOf } from '../../../foundation/http/envelope.ts'
import { ListInput, queryErrors } from '../../../query/index.ts'
import { operation } from '../../operation.ts'
import { IdParams, listResult } from '../schemas.ts'
import { marketingErrors, PartialSubscriber } from './marketing-schemas.ts'

export const listSegmentSubscribers = operation({
  name: 'listSegmentSubscribers',
  area: 'Marketing',
  methods: ['POST'],
  path: '/pub/v1/marketing/segment/{id}/subscribers',
  summary: 'List the subscribers of a segment',
  description:
    'A dynamic segment selects its subscribers anew: those whose element the caller sees and the filter matches.',
  right: 'user',
  params: IdParams,
  input: ListInput,
  result: listResult(PartialSubscriber),
  errors: [...queryErrors, segmentNotFound, applicationNotFound, ...marketingErrors],
  handle: async ({ params, input }, { caller, apps }) => {
    const { items, total } = await apps.marketing.segments.subscribers(caller, params.id, input)
    return listOf(items, total)
  },
})
