import { listOf } from '../../../foundation/http/envelope.ts'
import { ListInput, queryErrors } from '../../../query/index.ts'
import { operation } from '../../operation.ts'
import { AnyObject, listResult, NoParams } from '../schemas.ts'

export const listCases = operation({
  name: 'listCases',
  area: 'Nomenclature',
  methods: ['GET'],
  path: '/pub/v1/nomenclature',
  summary: 'List cases',
  description: 'Lists the cases of the offices to which the caller has the right `view`.',
  right: 'user',
  params: NoParams,
  input: ListInput,
  // `fields` determines which fields a case has.
  result: listResult(AnyObject),
  errors: queryErrors,
  handle: async ({ input }, { caller, registry }) => {
    const { items, total } = await registry.cases.list(caller, input)
    return listOf(items, total)
  },
})
