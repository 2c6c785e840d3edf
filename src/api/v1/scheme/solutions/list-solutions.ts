import { queryErrors } from '../../../../query/index.ts'
import { operation } from '../../../operation.ts'
import { listResult, NoParams } from '../../schemas.ts'
import { pageOf, SchemeListInput } from '../scheme-list.ts'
import { Solution } from '../scheme-schemas.ts'

export const listSolutions = operation({
  name: 'listSolutions',
  area: 'Schemas',
  methods: ['GET'],
  path: '/pub/v1/scheme/solutions',
  summary: 'List solutions',
  description: 'Returns the solutions ordered by code, each with the definitions that it contains.',
  right: 'user',
  inLanguage: true,
  params: NoParams,
  input: SchemeListInput,
  result: listResult(Solution),
  errors: [...queryErrors],
  handle: ({ input }, { caller, apps }) => pageOf(apps.scheme.solutions(caller), input),
})
