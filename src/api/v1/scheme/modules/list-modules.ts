import { queryErrors } from '../../../../query/index.ts'
import { operation } from '../../../operation.ts'
import { AnyObject, listResult, NoParams } from '../../schemas.ts'
import { pageOf, SchemeListInput } from '../scheme-list.ts'

export const listModules = operation({
  name: 'listModules',
  area: 'Schemas',
  methods: ['GET'],
  path: '/pub/v1/scheme/modules',
  summary: 'List module schemas',
  description: 'The list is empty, because modules do not exist yet.',
  right: 'user',
  params: NoParams,
  input: SchemeListInput,
  result: listResult(AnyObject),
  errors: [...queryErrors],
  handle: ({ input }) => pageOf([], input),
})
