import { listOf } from '../../../foundation/http/envelope.ts'
import { ListInput, queryErrors } from '../../../query/index.ts'
import { operation } from '../../operation.ts'
import { AnyObject, listResult, NoParams } from '../schemas.ts'

export const listDirectories = operation({
  name: 'listDirectories',
  area: 'Files',
  methods: ['GET', 'POST'],
  path: '/pub/v1/disk/directory/list',
  summary: 'List directories',
  description: 'Returns a page of the directories that the caller can see.',
  right: 'user',
  params: NoParams,
  input: ListInput,
  // `fields` determines which fields a directory has.
  result: listResult(AnyObject),
  errors: queryErrors,
  handle: async ({ input }, { caller, files }) => {
    const { items, total } = await files.directories.list(caller, input)
    return listOf(items, total)
  },
})
