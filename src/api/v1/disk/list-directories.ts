import { listOf } from '../../../http/envelope.ts'
import { ListInput, queryErrors } from '../../../query/index.ts'
import { operation } from '../../operation.ts'
import { AnyObject, listResult, NoParams } from '../schemas.ts'

export const listDirectories = operation({
  name: 'listDirectories',
  area: 'Files',
  methods: ['GET', 'POST'],
  path: '/pub/v1/disk/directory/list',
  summary: 'List directories',
  right: 'user',
  params: NoParams,
  input: ListInput,
  // With `fields` a directory has what was asked for.
  result: listResult(AnyObject),
  errors: queryErrors,
  handle: async ({ input }, { caller, files }) => {
    const { items, total } = await files.directories.list(caller, input)
    return listOf(items, total)
  },
})
