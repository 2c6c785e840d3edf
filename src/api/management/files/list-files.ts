import { listOf } from '../../../foundation/http/envelope.ts'
import { ListInput, queryErrors } from '../../../query/index.ts'
import { operation } from '../../operation.ts'
import { AnyObject, listResult, NoParams } from '../../v1/schemas.ts'

export const listFiles = operation({
  name: 'listFiles',
  area: 'Management',
  methods: ['GET'],
  path: '/api/v1/files',
  summary: 'List files',
  description:
    'Returns the files that the caller can see and that are not deleted, newest first. The filter `directory` finds the ' +
    'files in that directory alone; `searchFiles` also finds those in the directories below it.',
  right: 'user',
  params: NoParams,
  input: ListInput,
  // `fields` determines which fields a file has.
  result: listResult(AnyObject),
  errors: queryErrors,
  handle: async ({ input }, { caller, files }) => {
    const { items, total } = await files.list(caller, input)
    return listOf(items, total)
  },
})
