import { listOf } from '../../../foundation/http/envelope.ts'
import { ListInput, queryErrors } from '../../../query/index.ts'
import { operation } from '../../operation.ts'
import { AnyObject, listResult, NoParams } from '../../v1/schemas.ts'

export const listDeletedFiles = operation({
  name: 'listDeletedFiles',
  area: 'Management',
  methods: ['GET'],
  path: '/api/v1/files/deleted',
  summary: 'List the files in the recycle bin',
  description:
    'Returns the files that the caller created or deleted, last deleted first. Administrators see all files.',
  right: 'user',
  params: NoParams,
  input: ListInput,
  // `fields` determines which fields a file has.
  result: listResult(AnyObject),
  errors: queryErrors,
  handle: async ({ input }, { caller, files }) => {
    const { items, total } = await files.recycleBin.list(caller, input)
    return listOf(items, total)
  },
})
