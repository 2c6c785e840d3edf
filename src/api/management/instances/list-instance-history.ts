import { listOf } from '../../../foundation/http/envelope.ts'
import { instanceNotFound } from '../../../process/index.ts'
import { ListInput, queryErrors } from '../../../query/index.ts'
import { operation } from '../../operation.ts'
import { IdParams, listResult } from '../../v1/schemas.ts'
import { HistoryEntry } from './instance-schemas.ts'

export const listInstanceHistory = operation({
  name: 'listInstanceHistory',
  area: 'Management',
  methods: ['GET'],
  path: '/api/v1/instances/{id}/history',
  summary: 'List the history of a process instance',
  description:
    'Lists the advances of the instance, the newest first: who or what made it advance (`stimulus`), and what followed ' +
    '(`events`): elements entered, completed and cancelled, changed variables, evaluated decisions, incidents.',
  right: 'user',
  inLanguage: true,
  params: IdParams,
  input: ListInput,
  result: listResult(HistoryEntry),
  errors: [instanceNotFound, ...queryErrors],
  handle: async ({ params, input }, { caller, processes }) => {
    const { items, total } = await processes.instances.history(caller, params.id, input)
    return listOf(items, total)
  },
})
