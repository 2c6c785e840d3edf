import { queryErrors } from '../../../../query/index.ts'
import { operation } from '../../../operation.ts'
import { listResult, NoParams } from '../../schemas.ts'
import { pageOf, SchemeListInput } from '../scheme-list.ts'
import { ModuleSchema } from '../scheme-schemas.ts'

export const listModules = operation({
  name: 'listModules',
  area: 'Schemas',
  methods: ['GET'],
  path: '/pub/v1/scheme/modules',
  summary: 'List module schemas',
  description: 'Returns the modules of all solutions, ordered by code.',
  right: 'user',
  inLanguage: true,
  params: NoParams,
  input: SchemeListInput,
  result: listResult(ModuleSchema),
  errors: [...queryErrors],
  handle: ({ input }, { modules }) => pageOf(modules.scheme.list(), input),
})
