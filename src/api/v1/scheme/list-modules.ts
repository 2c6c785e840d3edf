import { queryErrors } from '../../../query/index.ts'
import { operation } from '../../operation.ts'
import { AnyObject, listResult, NoParams } from '../schemas.ts'
import { pageOf, SchemeListInput } from './scheme-list.ts'

export const listModules = operation({
  name: 'listModules',
  area: 'Metadata (schemas and groups)',
  methods: ['GET'],
  path: '/pub/v1/scheme/modules',
  summary: 'List module schemas',
  description: 'There are no modules yet: the list is empty.',
  right: 'user',
  params: NoParams,
  input: SchemeListInput,
  result: listResult(AnyObject),
  errors: [...queryErrors],
  handle: ({ input }) => pageOf([], input),
})
