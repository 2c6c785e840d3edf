import { listOf } from '../../../foundation/http/envelope.ts'
import { ListInput, queryErrors } from '../../../query/index.ts'
import { operation } from '../../operation.ts'
import { AnyObject, listResult, NoParams } from '../../v1/schemas.ts'

export const listIncidents = operation({
  name: 'listIncidents',
  area: 'Management',
  methods: ['GET'],
  path: '/api/v1/incidents',
  summary: 'List incidents',
  description:
    'Lists the incidents of the processes that the caller administers, the newest first. With `active`, only open ' +
    'incidents are listed. Fields: `templateId`, `instanceId`, `element`, `kind`, `message`, `messageHash`, `state` ' +
    '(open, resolved, cancelled), `openedAt`, `endedAt`, `endedBy`.',
  right: 'user',
  params: NoParams,
  input: ListInput,
  // `fields` determines which fields an incident has.
  result: listResult(AnyObject),
  errors: queryErrors,
  handle: async ({ input }, { caller, processes }) => {
    const { items, total } = await processes.incidents.list(caller, input)
    return listOf(items, total)
  },
})
