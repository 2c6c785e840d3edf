import { listOf } from '../../../foundation/http/envelope.ts'
import { ListInput, queryErrors } from '../../../query/index.ts'
import { operation } from '../../operation.ts'
import { listResult, NoParams } from '../schemas.ts'
import { marketingErrors, PartialSubscriber } from './marketing-schemas.ts'

export const listSubscribers = operation({
  name: 'listSubscribers',
  area: 'Marketing',
  methods: ['POST'],
  path: '/pub/v1/marketing/subscriber',
  summary: 'List subscribers',
  description: 'Returns a page of the subscribers of all segments.',
  right: 'user',
  params: NoParams,
  input: ListInput,
  result: listResult(PartialSubscriber),
  errors: [...queryErrors, ...marketingErrors],
  handle: async ({ input }, { caller, apps }) => {
    const { items, total } = await apps.marketing.subscribers.list(caller, input)
    return listOf(items, total)
  },
})
