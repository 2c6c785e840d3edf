import { listOf } from '../../../foundation/http/envelope.ts'
import { ListInput, queryErrors } from '../../../query/index.ts'
import { operation } from '../../operation.ts'
import { PartialInstance } from '../../v1/bpm/bpm-schemas.ts'
import { listResult, NoParams } from '../../v1/schemas.ts'

export const listAllInstances = operation({
  name: 'listAllInstances',
  area: 'Management',
  methods: ['GET'],
  path: '/api/v1/instances',
  summary: 'List the instances of all processes',
  description:
    'Lists instances of all processes, the newest first. `filter` and `sortExpressions` use the system fields, such as ' +
    '`{"tf": {"__state": "error"}}`.',
  right: 'user',
  params: NoParams,
  input: ListInput,
  result: listResult(PartialInstance),
  errors: queryErrors,
  handle: async ({ input }, { caller, processes }) => {
    const { items, total } = await processes.instances.list(caller, input)
    return listOf(items, total)
  },
})
