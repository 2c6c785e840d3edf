import { listOf } from '../../../foundation/http/envelope.ts'
import { ListInput, queryErrors } from '../../../query/index.ts'
import { operation } from '../../operation.ts'
import { AnyObject, listResult, NoParams } from '../../v1/schemas.ts'

export const listTimers = operation({
  name: 'listTimers',
  area: 'Management',
  methods: ['GET'],
  path: '/api/v1/timers',
  summary: 'List the timers of instances',
  description:
    'Returns timers of templates to which the caller has the right `view`, ordered by due time. Filter by `instanceId`, `templateId` or `elementId`.',
  right: 'user',
  params: NoParams,
  input: ListInput,
  // `fields` determines which fields a timer has.
  result: listResult(AnyObject),
  errors: queryErrors,
  handle: async ({ input }, { caller, processes }) => {
    const { items, total } = await processes.timers.list(caller, input)
    return listOf(items, total)
  },
})
