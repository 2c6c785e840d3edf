import { listOf } from '../../../foundation/http/envelope.ts'
import { ListInput, queryErrors } from '../../../query/index.ts'
import { operation } from '../../operation.ts'
import { AnyObject, listResult, NoParams } from '../../v1/schemas.ts'

export const listRegistrations = operation({
  name: 'listRegistrations',
  area: 'Management',
  methods: ['GET'],
  path: '/api/v1/registrations',
  summary: 'List registrations',
  description:
    'Lists the registrations in the offices to which the caller has the right `view`, newest first. Filter by ' +
    '`nomenclatureId`, `number`, `status`, `registeredAt` and other fields. `elementName`, the name of the document for ' +
    'callers who can see it, is shown when `fields` requests it.',
  right: 'user',
  params: NoParams,
  input: ListInput,
  // `fields` determines which fields a registration has.
  result: listResult(AnyObject),
  errors: queryErrors,
  handle: async ({ input }, { caller, registry }) => {
    const { items, total } = await registry.registrations.list(caller, input)
    return listOf(items, total)
  },
})
