import { listOf } from '../../../http/envelope.ts'
import { ListInput, queryErrors } from '../../../query/index.ts'
import { operation } from '../../operation.ts'
import { AnyObject, listResult, NoParams } from '../../v1/schemas.ts'

export const listDeletedFiles = operation({
  name: 'listDeletedFiles',
  area: 'Management',
  methods: ['GET'],
  path: '/api/v1/files/deleted',
  summary: 'What is in the recycle bin, what was deleted last comes first',
  description: 'Files that the caller made or deleted; for administrators all.',
  right: 'user',
  params: NoParams,
  input: ListInput,
  // With `fields` a file has what was asked for.
  result: listResult(AnyObject),
  errors: queryErrors,
  handle: async ({ input }, { caller, files }) => {
    const { items, total } = await files.bin.list(caller, input)
    return listOf(items, total)
  },
})
